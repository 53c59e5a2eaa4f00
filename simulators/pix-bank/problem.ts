import type { z } from 'zod';
import type { PartyAnswer, PartyRequest } from '../server/exchange.ts';
import { jsonAnswer } from '../server/exchange.ts';
import type { WrongField } from '../server/fields.ts';
import { readFields } from '../server/fields.ts';
import type { PartyRecord } from '../server/record.ts';
import type { PixProfile } from './profiles.ts';

/** The errors of the PIX API, by the last part of their `type`. */
const PROBLEMS = {
  AcessoNegado: { status: 403, title: 'Acesso Negado' },
  CobNaoEncontrado: { status: 404, title: 'Não Encontrado' },
  CobOperacaoInvalida: { status: 400, title: 'Cobrança inválida.' },
  PixNaoEncontrado: { status: 404, title: 'Não Encontrado' },
  PixDevolucaoNaoEncontrada: { status: 404, title: 'Não Encontrado' },
  PixDevolucaoInvalida: { status: 400, title: 'Devolução inválida.' },
  PayloadLocationNaoEncontrado: { status: 404, title: 'Não Encontrado' },
  WebhookNaoEncontrado: { status: 404, title: 'Não Encontrado' },
  WebhookOperacaoInvalida: { status: 400, title: 'Webhook inválido.' },
} as const;

export type ProblemName = keyof typeof PROBLEMS;

export type Problem = {
  name: ProblemName;
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

/** Refuses a request that no caller should have sent, and remembers it. */
export function refuseForm(
  { profile, record }: { profile: PixProfile; record: PartyRecord },
  { method, path }: PartyRequest,
  name: ProblemName,
  wrong: readonly WrongField[],
): PartyAnswer {
  for (const one of wrong) record.violate(`${method} ${path}: ${one.path} ${one.reason}`);
  const detail = 'A requisição não respeita o schema ou está semanticamente errada.';
  return problemAnswer(profile, { name, detail, wrong });
}

export function readBody<Schema extends z.ZodType>(
  { profile, record }: { profile: PixProfile; record: PartyRecord },
  request: PartyRequest,
  { schema, resource, problem }: { schema: Schema; resource: string; problem: ProblemName },
): { value: z.output<Schema> } | { refusal: PartyAnswer } {
  const { value, wrong } = readFields(record, request, schema);
  if (value !== null) return { value };
  const named = wrong.map((one) => ({ ...one, path: `${resource}.${one.path}` }));
  return { refusal: refuseForm({ profile, record }, request, problem, named) };
}
