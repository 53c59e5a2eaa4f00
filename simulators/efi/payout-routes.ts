import type { PixDesk, ScopedRoute } from '../pix-bank/cob-routes.ts';
import type { PartyAnswer, PartyRequest } from '../server/exchange.ts';
import { jsonAnswer } from '../server/exchange.ts';
import type { WrongField } from '../server/fields.ts';
import { checkFields, readJson } from '../server/fields.ts';
import { PAYOUT_ID, payoutFields } from './fields.ts';
import type { Payout, Payouts } from './payouts.ts';

/** What an application has to be granted beside the scopes of the central bank. */
export const EFI_SCOPES = ['pix.send', 'gn.pix.send.read', 'gn.balance.read'];

/** Sent PIX, their look-ups, the balance and the budget of look-ups of keys. */
export function payoutRoutes(
  { account, record }: PixDesk,
  payouts: Payouts,
  hasWebhook: () => boolean,
): ScopedRoute[] {
  function put(request: PartyRequest): PartyAnswer {
    const { params, method, path, headers, rawBody } = request;
    const id = params.id ?? '';
    if (!PAYOUT_ID.test(id)) return refuseForm(request, [{ path: 'idEnvio', reason: 'is no id' }]);
    if (headers['content-type']?.startsWith('application/json') !== true) {
      record.violate(`${method} ${path}: the body is not announced as JSON`);
    }
    const { value, wrong, unknown } = checkFields(payoutFields, readJson(rawBody));
    if (value === null) return refuseForm(request, wrong);
    for (const field of unknown) record.violate(`${method} ${path}: ${field} is no field there`);
    const former = payouts.payouts.get(id);
    if (former !== undefined) {
      if (JSON.stringify(former.fields) !== JSON.stringify(value)) {
        record.violate(`${method} ${path}: the id was used before, for something else`);
      }
      return refuse(409, 'id_envio_duplicado', 'Já há um envio com este idEnvio.');
    }
    if (value.pagador.chave !== account.key) {
      return refuseForm(request, [{ path: 'pagador.chave', reason: 'is no key of this account' }]);
    }
    if (!hasWebhook()) {
      record.violate(`${method} ${path}: no address of notices is registered for the key`);
      return refuse(400, 'webhook_nao_cadastrado', 'A chave do pagador não tem webhook.');
    }
    const refusal = payouts.refusalOf(value);
    if (refusal !== null) return refuse(refusal.status, refusal.name, refusal.sentence);
    return jsonAnswer(201, tellBegun(payouts.send(id, value)));
  }

  function refuseForm({ method, path }: PartyRequest, wrong: readonly WrongField[]): PartyAnswer {
    for (const one of wrong) record.violate(`${method} ${path}: ${one.path} ${one.reason}`);
    const erros = wrong.map((one) => ({ caminho: `.body.${one.path}`, mensagem: one.reason }));
    return jsonAnswer(400, { nome: 'json_invalido', mensagem: 'Campos inválidos.', erros });
  }

  function find(isWanted: (payout: Payout, request: PartyRequest) => boolean) {
    return (request: PartyRequest) => {
      const all = [...payouts.payouts.values()];
      const payout = all.find((one) => isWanted(one, request));
      return payout === undefined ? notFound() : jsonAnswer(200, tellPayout(payout));
    };
  }

  function list(request: PartyRequest): PartyAnswer {
    const [from, to] = [request.query.get('inicio'), request.query.get('fim')];
    if (from === null || to === null) {
      const path = from === null ? 'inicio' : 'fim';
      return refuseForm(request, [{ path, reason: 'is missing' }]);
    }
    const pix = [...payouts.payouts.values()]
      .filter((one) => one.requestedAt >= Date.parse(from) && one.requestedAt <= Date.parse(to))
      .map(tellPayout);
    const paginacao = {
      paginaAtual: 0,
      itensPorPagina: 100,
      quantidadeDePaginas: 1,
      quantidadeTotalDeItens: pix.length,
    };
    return jsonAnswer(200, { parametros: { inicio: from, fim: to, paginacao }, pix });
  }

  const sent = '/v2/gn/pix/enviados';
  const read = { method: 'GET', scope: 'gn.pix.send.read' };
  return [
    { method: 'PUT', path: '/v3/gn/pix/:id', scope: 'pix.send', handle: put },
    { ...read, path: sent, handle: list },
    {
      ...read,
      path: `${sent}/id-envio/:id`,
      handle: find(({ id }, { params }) => id === params.id),
    },
    {
      ...read,
      path: `${sent}/:e2eid`,
      handle: find(({ endToEndId }, { params }) => endToEndId === params.e2eid),
    },
    {
      method: 'GET',
      path: '/v2/gn/saldo',
      scope: 'gn.balance.read',
      handle: () => jsonAnswer(200, { saldo: (payouts.balance() / 100).toFixed(2) }),
    },
    {
      method: 'GET',
      path: '/v2/gn/chaves/balde',
      scope: 'pix.send',
      handle: () => jsonAnswer(200, payouts.buckets.tell()),
    },
  ];
}

function tellBegun({ id, endToEndId, fields, requestedAt }: Payout) {
  const horario = { solicitacao: instant(requestedAt) };
  return { idEnvio: id, endToEndId, valor: fields.valor, horario, status: 'EM_PROCESSAMENTO' };
}

function tellPayout({ id, endToEndId, fields, status, requestedAt, settledAt }: Payout) {
  const { valor, pagador, favorecido } = fields;
  const { codigoBanco: _, ...contaBanco } = favorecido.contaBanco ?? { codigoBanco: '' };
  return {
    endToEndId,
    idEnvio: id,
    valor,
    chave: pagador.chave,
    status,
    ...(pagador.infoPagador === undefined ? {} : { infoPagador: pagador.infoPagador }),
    horario: {
      solicitacao: instant(requestedAt),
      ...(settledAt === null ? {} : { liquidacao: instant(settledAt) }),
    },
    // Without the recipient's name, which older documents show and the schemas of 2026 refuse.
    favorecido: favorecido.chave === undefined ? { contaBanco } : { chave: favorecido.chave },
  };
}

/** As its notice tells it. */
export function tellNotice(payout: Payout) {
  const { id, endToEndId, fields, status, requestedAt, settledAt, reason } = payout;
  return {
    endToEndId,
    chave: fields.pagador.chave,
    tipo: 'SOLICITACAO',
    status,
    valor: fields.valor,
    horario: {
      solicitacao: instant(requestedAt),
      ...(settledAt === null ? {} : { liquidacao: instant(settledAt) }),
    },
    gnExtras: {
      idEnvio: id,
      ...(reason === null ? {} : { erro: { codigo: reason, motivo: 'Envio não realizado.' } }),
    },
  };
}

function refuse(status: number, nome: string, mensagem: string): PartyAnswer {
  return jsonAnswer(status, { nome, mensagem });
}

function notFound(): PartyAnswer {
  const body = {
    type: 'https://pix.bcb.gov.br/api/v2/error/PixEnviadoNaoEncontrado',
    title: 'Não Encontrado',
    status: 404,
    detail: 'Nenhum Pix enviado foi encontrado.',
  };
  return jsonAnswer(404, body, 'application/problem+json');
}

function instant(epochMs: number): string {
  return new Date(epochMs).toISOString();
}
