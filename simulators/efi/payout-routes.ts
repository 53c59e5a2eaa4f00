import type { PixDesk, ScopedRoute } from '../pix-bank/cob-routes.ts';
import type { PartyAnswer, PartyRequest } from '../server/exchange.ts';
import { jsonAnswer } from '../server/exchange.ts';
import type { WrongField } from '../server/fields.ts';
import { readBody, violateFields } from '../server/fields.ts';
import { instant } from '../server/harness.ts';
import { listPage } from '../server/list-page.ts';
import type { Payout, Payouts } from './payouts.ts';
import { PAYOUT_ID, payoutFields } from './payouts.ts';

/** What an application has to be granted beside the scopes of the central bank. */
export const EFI_SCOPES = ['pix.send', 'gn.pix.send.read'];

export function payoutRoutes(
  { account, record }: PixDesk,
  payouts: Payouts,
  hasWebhook: () => boolean,
): ScopedRoute[] {
  function put(request: PartyRequest): PartyAnswer {
    const id = request.params.id ?? '';
    if (!PAYOUT_ID.test(id)) return refuseField(request, 'idEnvio', 'is no id');
    const read = readBody(record, request, { schema: payoutFields, refuse: refuseForm });
    if ('refusal' in read) return read.refusal;
    const { value } = read;
    const former = payouts.payouts.get(id);
    if (former !== undefined) {
      if (JSON.stringify(former.fields) !== JSON.stringify(value)) {
        record.violate('the id was used before, for something else', request);
      }
      return refuse(409, 'id_envio_duplicado', 'Já há um envio com este idEnvio.');
    }
    if (value.pagador.chave !== account.key) {
      return refuseField(request, 'pagador.chave', 'is no key of this account');
    }
    if (!hasWebhook()) {
      record.violate('no address of notices is registered for the key', request);
      return refuse(400, 'webhook_nao_cadastrado', 'A chave do pagador não tem webhook.');
    }
    const refusal = payouts.refusalOf(value);
    if (refusal !== null) return refuse(refusal.status, refusal.name, refusal.sentence);
    return jsonAnswer(201, tellBegun(payouts.send(id, value)));
  }

  function refuseField(request: PartyRequest, path: string, reason: string): PartyAnswer {
    violateFields(record, request, [{ path, reason }]);
    return refuseForm([{ path, reason }]);
  }

  function find({ params }: PartyRequest): PartyAnswer {
    const payout = payouts.payouts.get(params.id ?? '');
    return payout === undefined ? notFound() : jsonAnswer(200, tellPayout(payout));
  }

  function list(request: PartyRequest): PartyAnswer {
    const page = listPage(request, payouts.payouts.values(), (one) => one.requestedAt);
    if (page === null) return refuseField(request, 'inicio', 'is no period or page');
    return jsonAnswer(200, { parametros: page.parametros, pix: page.shown.map(tellPayout) });
  }

  return [
    { method: 'PUT', path: '/v3/gn/pix/:id', scope: 'pix.send', handle: put },
    {
      method: 'GET',
      path: '/v2/gn/pix/enviados/id-envio/:id',
      scope: 'gn.pix.send.read',
      handle: find,
    },
    {
      method: 'GET',
      path: '/v2/gn/pix/enviados',
      scope: 'gn.pix.send.read',
      handle: list,
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
    favorecido: { chave: favorecido.chave },
  };
}

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

function refuseForm(wrong: readonly WrongField[]): PartyAnswer {
  const erros = wrong.map((one) => ({ caminho: `.body.${one.path}`, mensagem: one.reason }));
  return jsonAnswer(400, { nome: 'json_invalido', mensagem: 'Campos inválidos.', erros });
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
