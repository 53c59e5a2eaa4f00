import { answerForm, bankPage } from '../server/bank-page.ts';
import type { PartyAnswer, PartyRequest, Route } from '../server/exchange.ts';
import type { Consent, Consents } from './consents.ts';

/**
 * The bank of a buyer who pays by open finance: its page asks whether they allow the payment, and
 * sends them back to the address that the company has configured, with `identificadorPagamento` and,
 * where they refuse, `erro`. Inferred: the text of that error, which no document shows.
 */
export function bankRoutes(consents: Consents): Route[] {
  function openOf(id: string | null): Consent | null {
    const consent = consents.consents.get(id ?? '');
    return consent?.status === 'pendente' ? consent : null;
  }

  function show({ query }: PartyRequest): PartyAnswer {
    const consent = openOf(query.get('request'));
    if (consent === null) return bankPage(400, '<p>This payment is over.</p>');
    const { id, fields } = consent;
    const bank = consents.participants.find((one) => one.id === fields.pagador.idParticipante);
    const form = answerForm('/consent', { name: 'request', value: id });
    return bankPage(200, `<p>${bank?.name}: R$ ${fields.pagamento.valor}</p>${form}`);
  }

  function takeAnswer({ rawBody }: PartyRequest): PartyAnswer {
    const form = new URLSearchParams(rawBody);
    const consent = openOf(form.get('request'));
    const back = consents.config()?.redirectURL;
    if (consent === null || back === undefined) {
      return bankPage(400, '<p>This payment is over.</p>');
    }
    const isAllowed = form.get('answer') === 'confirm';
    consents.end(consent.id, isAllowed ? 'aceito' : 'rejeitado');
    const address = new URL(back);
    address.searchParams.set('identificadorPagamento', consent.id);
    if (!isAllowed) address.searchParams.set('erro', 'pagamento_rejeitado');
    return { status: 303, headers: { location: address.href } };
  }

  return [
    { method: 'GET', path: '/consent', handle: show },
    { method: 'POST', path: '/consent', handle: takeAnswer },
  ];
}
