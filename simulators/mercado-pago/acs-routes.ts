import { answerForm, bankPage } from '../server/bank-page.ts';
import type { PartyAnswer, PartyRequest, Route } from '../server/exchange.ts';
import type { PartyRecord } from '../server/record.ts';
import type { Seller } from './payment.ts';

export type AcsDesk = {
  seller: Seller;
  record: PartyRecord;
  /** Whether the page says that it is over; a lost message leaves whoever waits to ask. */
  tellsParent: () => boolean;
};

/**
 * The card's bank (ACS): a form with `creq` opens its page in a frame, the buyer confirms or refuses,
 * and the page tells the window around it `{ status: 'COMPLETE' }`, to whom it may concern. Source:
 * github mercadopago/devsite-docs, "How to integrate 3DS", read 2026-11-23.
 */
export function acsRoutes({ seller, record, tellsParent }: AcsDesk): Route[] {
  function readForm({ method, path, params, headers, rawBody }: PartyRequest) {
    const form = new URLSearchParams(rawBody);
    const payment = seller.payments.get(Number(params.id));
    const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded');
    const isOpen = payment?.creq !== null && payment?.creq === form.get('creq');
    // Whoever comes back to a page of before is late, not wrong.
    if (!isForm) record.violate(`${method} ${path}: is not a form`);
    if (payment === undefined) record.violate(`${method} ${path}: there is no such payment`);
    return { form, id: Number(params.id), isOpen: isForm === true && isOpen };
  }

  function showChallenge(request: PartyRequest): PartyAnswer {
    const { form, id, isOpen } = readForm(request);
    if (!isOpen) return bankPage(400, '<p>This challenge is over.</p>');
    const creq = { name: 'creq', value: form.get('creq') ?? '' };
    return bankPage(200, answerForm(`/challenges/${id}/answer`, creq));
  }

  function takeAnswer(request: PartyRequest): PartyAnswer {
    const { form, id, isOpen } = readForm(request);
    if (!isOpen) return bankPage(400, '<p>This challenge is over.</p>');
    seller.endChallenge(id, form.get('answer') === 'confirm');
    const script = `<script>parent.postMessage({ status: 'COMPLETE' }, '*');</script>`;
    return bankPage(200, `<p>Done.</p>${tellsParent() ? script : ''}`);
  }

  return [
    { method: 'POST', path: '/challenges/:id', handle: showChallenge },
    { method: 'POST', path: '/challenges/:id/answer', handle: takeAnswer },
  ];
}
