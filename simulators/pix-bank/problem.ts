import type { z } from 'zod';
import type { PartyAnswer, PartyRecord, PartyRequest } from '../server/exchange.ts';
import { jsonAnswer } from '../server/exchange.ts';
import type { WrongField } from '../server/fields.ts';
import { readBody, violateFields } from '../server/fields.ts';
import type { PixProfile } from './profiles.ts';

/** The errors of the PIX API, by the last part of their `type`. */
const PROBLEMS = {
  AcessoNegado: { status: 403, title: 'Acesso Negado' },
  CobNaoEncontrado: { status: 404, title: 'Não Encontrado' },
  CobOperacaoInvalida: { status: 400, title: 'Cobrança inválida.' },
  PixNaoEncontrado: { status: 404, title: 'Não Encontrado' },
  PixDevolucaoNaoEncontrada: { status: 404, title: 'Não Encontrado' },
  PixConsultaInvalida: { status: 400, title: 'Consulta inválida.' },
  PixDevolucaoInvalida: { status: 400, title: 'Devolução inválida.' },
  PayloadLocationNaoEncontrado: { status: 404, title: 'Não Encontrado' },
  WebhookNaoEncontrado: { status: 404, title: 'Não Encontrado' },
  WebhookOperacaoInvalida: { status: 400, title: 'Webhook inválido.' },
} as const;

const OF_RESOURCE = {
  cob: 'CobOperacaoInvalida',
  devolucao: 'PixDevolucaoInvalida',
  webhook: 'WebhookOperacaoInvalida',
} as const;

type Resource = keyof typeof OF_RESOURCE;

type Problem = {
  name: keyof typeof PROBLEMS;
  detail: string;
  /** `field` is as the central bank names it, with the resource before: `cob.valor.original`. */
  wrong?: readonly WrongField[];
  /** Of Efí's own form, where it has a name for the case. */
  efiName?: string;
  /** Where a profile answers another one. */
  status?: number;
};

export function problemAnswer(profile: PixProfile, problem: Problem): PartyAnswer {
  const { name, detail, wrong = [], efiName } = problem;
  const { title, status: usual } = PROBLEMS[name];
  const status = problem.status ?? usual;
  if (profile.errors === 'efi' && efiName !== undefined) {
    return jsonAnswer(status, { nome: efiName, mensagem: detail });
  }
  const body = {
    type: `https://pix.bcb.gov.br/api/v2/error/${name}`,
    title,
    status: profile.hasNumbersAsText ? `${status}` : status,
    detail,
    ...(wrong.length > 0
      ? { violacoes: wrong.map(({ path, reason }) => ({ razao: reason, propriedade: path })) }
      : {}),
  };
  return jsonAnswer(status, body, 'application/problem+json');
}

/** What a gateway in front of the API answers where the token is no good. */
export function unauthorizedAnswer(profile: PixProfile, at: number): PartyAnswer {
  switch (profile.errors) {
    case 'santander':
      return jsonAnswer(401, {
        fault: {
          faultstring: 'Invalid Access Token',
          detail: { errorcode: 'keymanagement.service.invalid_access_token' },
        },
      });
    case 'efi':
      return jsonAnswer(401, {
        error: 'invalid_token',
        error_description: 'Token inválido ou expirado',
      });
    case 'bacen':
      return jsonAnswer(401, {
        timestamp: new Date(at).toISOString(),
        status: 401,
        error: 'Unauthorized',
      });
    default:
      return profile.errors satisfies never;
  }
}

type Desk = { profile: PixProfile; record: PartyRecord };

/** Refuses a request that no caller should have sent, and remembers it. */
export function refuseForm(
  { profile, record }: Desk,
  request: PartyRequest,
  resource: Resource,
  wrong: readonly WrongField[],
): PartyAnswer {
  violateFields(record, request, wrong);
  return formAnswer(profile, resource, wrong);
}

export function readForm<Schema extends z.ZodType>(
  { profile, record }: Desk,
  request: PartyRequest,
  schema: Schema,
  resource: Resource,
) {
  const refuse = (wrong: WrongField[]) => formAnswer(profile, resource, wrong);
  return readBody(record, request, { schema, refuse, below: `${resource}.` });
}

function formAnswer(profile: PixProfile, resource: Resource, wrong: readonly WrongField[]) {
  const detail = 'A requisição não respeita o schema ou está semanticamente errada.';
  return problemAnswer(profile, { name: OF_RESOURCE[resource], detail, wrong });
}
