import type { PartyAnswer, PartyRequest } from '../server/exchange.ts';
import { jsonAnswer } from '../server/exchange.ts';
import { instant } from '../server/harness.ts';
import { listPage } from '../server/list-page.ts';
import { tellPix, tellRefund } from './answers.ts';
import type { PixDesk, ScopedRoute } from './cob-routes.ts';
import { END_TO_END_ID, REFUND_ID, refundFields, webhookFields } from './fields.ts';
import { problemAnswer, readForm, refuseForm } from './problem.ts';

/** Where notices go, by key. */
export type Webhooks = Map<string, { url: string; createdAt: number }>;

export function pixRoutes(desk: PixDesk): ScopedRoute[] {
  const { profile, account } = desk;
  const path = `${profile.base.other}/pix/:e2eid/devolucao/:id`;

  function putRefund(request: PartyRequest): PartyAnswer {
    const { e2eid = '', id = '' } = request.params;
    const wrong = [
      ...(END_TO_END_ID.test(e2eid) ? [] : [{ path: 'e2eid', reason: 'has not its form' }]),
      ...(REFUND_ID.test(id) ? [] : [{ path: 'id', reason: 'has not its form' }]),
    ];
    if (wrong.length > 0) return refuseForm(desk, request, 'devolucao', wrong);
    const pix = account.received.get(e2eid);
    if (pix === undefined) {
      const detail = 'Nenhum Pix foi encontrado para o endToEndId informado.';
      return problemAnswer(profile, { name: 'PixNaoEncontrado', detail });
    }
    const body = readForm(desk, request, refundFields, 'devolucao');
    if ('refusal' in body) return body.refusal;
    const { valor, natureza = 'ORIGINAL', descricao } = body.value;
    const former = pix.refunds.find((one) => one.id === id);
    if (former !== undefined && former.amount !== valor) {
      desk.record.violate('the id was used before, for another amount', request);
    }
    const refusal = account.refusalOf(pix, id, valor);
    if (refusal !== null) {
      return problemAnswer(profile, { name: 'PixDevolucaoInvalida', detail: refusal });
    }
    const refund = account.addRefund(pix, { id, amount: valor, nature: natureza });
    refund.description = descricao;
    return jsonAnswer(201, tellRefund(refund));
  }

  function getRefund({ params }: PartyRequest): PartyAnswer {
    const pix = account.received.get(params.e2eid ?? '');
    const refund = pix?.refunds.find(({ id }) => id === params.id);
    if (refund !== undefined) return jsonAnswer(200, tellRefund(refund));
    const detail = 'A devolução não foi encontrada.';
    return problemAnswer(profile, { name: 'PixDevolucaoNaoEncontrada', detail });
  }

  function list(request: PartyRequest): PartyAnswer {
    const page = listPage(request, account.received.values(), (one) => one.receivedAt);
    if (page === null) {
      desk.record.violate('inicio and fim, or the page, are none', request);
      return problemAnswer(profile, { name: 'PixConsultaInvalida', detail: 'Consulta inválida.' });
    }
    const pix = page.shown.map((one) => tellPix(one, account.key, profile));
    return jsonAnswer(200, { parametros: page.parametros, pix });
  }

  return [
    { method: 'GET', path: `${profile.base.other}/pix`, scope: 'pix.read', handle: list },
    { method: 'PUT', path, scope: 'pix.write', handle: putRefund },
    { method: 'GET', path, scope: 'pix.read', handle: getRefund },
  ];
}

export function webhookRoutes(desk: PixDesk, webhooks: Webhooks, now: () => number): ScopedRoute[] {
  const { profile, account } = desk;
  const path = `${profile.base.other}/webhook/:chave`;

  function put(request: PartyRequest): PartyAnswer {
    const key = request.params.chave ?? '';
    const body = readForm(desk, request, webhookFields, 'webhook');
    if ('refusal' in body) return body.refusal;
    if (key !== account.key) {
      const wrong = [{ path: 'chave', reason: 'is not a key of this account' }];
      return refuseForm(desk, request, 'webhook', wrong);
    }
    webhooks.set(key, { url: body.value.webhookUrl, createdAt: now() });
    return profile.errors === 'efi'
      ? jsonAnswer(201, { webhookUrl: body.value.webhookUrl })
      : { status: 200 };
  }

  function get({ params }: PartyRequest): PartyAnswer {
    const webhook = webhooks.get(params.chave ?? '');
    if (webhook === undefined) {
      const detail = 'Não há webhook para a chave informada.';
      return problemAnswer(profile, { name: 'WebhookNaoEncontrado', detail });
    }
    const { url, createdAt } = webhook;
    return jsonAnswer(200, { webhookUrl: url, chave: params.chave, criacao: instant(createdAt) });
  }

  return [
    { method: 'PUT', path, scope: 'webhook.write', handle: put },
    { method: 'GET', path, scope: 'webhook.read', handle: get },
  ];
}
