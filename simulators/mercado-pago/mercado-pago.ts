import { createHmac } from 'node:crypto';
import type { PartyAnswer, PartyRecord, PartyRequest, Route } from '../server/exchange.ts';
import { answerForm, bankPage, createRecord } from '../server/exchange.ts';
import type { Harness } from '../server/harness.ts';
import { createNoticeSender } from '../server/notices.ts';
import { startPartyServer } from '../server/party-server.ts';
import type { Seller } from './payment.ts';
import { createSeller } from './payment.ts';
import { sellerRoutes } from './routes.ts';

/** The name of a card's holder decides, as with the real test cards, or a command. */
export async function startMercadoPago({ clock, random, authority, trusted }: Harness) {
  const record = createRecord();
  const seller = createSeller({ clock, random });
  const credentials = {
    accessToken: `TEST-${random.digits(16)}-${random.hex(32)}`,
    webhookSecret: random.hex(64),
  };
  const { accessToken } = credentials;
  let isMessageLost = false;
  // Known once the servers listen.
  const acs = () => server.origins.acs ?? '';
  const hosts = {
    api: { routes: sellerRoutes({ seller, record, accessToken, now: clock.now, acs }) },
    acs: { routes: acsRoutes({ seller, record, tellsParent: () => !isMessageLost }) },
  };
  const server = await startPartyServer('Mercado Pago', hosts, { authority, clock, record });
  const send = createNoticeSender(trusted);

  return {
    ...server,
    ...seller,
    credentials,
    api: server.origins.api ?? '',
    acs: acs(),
    /** The bank's page says nothing at its end from now on. */
    loseMessages: () => {
      isMessageLost = true;
    },
    /** Signed over the id in the address, not the body; another `secret` forges it. */
    notify: (
      url: string,
      paymentId: number,
      { secret = credentials.webhookSecret, signedAt = clock.now() } = {},
    ) => {
      const requestId = random.uuid();
      const signed = `id:${paymentId};request-id:${requestId};ts:${signedAt};`;
      const v1 = createHmac('sha256', secret).update(signed).digest('hex');
      const address = new URL(url);
      address.searchParams.set('data.id', `${paymentId}`);
      address.searchParams.set('type', 'payment');
      const body = JSON.stringify({
        action: 'payment.updated',
        api_version: 'v1',
        data: { id: `${paymentId}` },
        date_created: new Date(clock.now()).toISOString(),
        id: seller.newId(),
        live_mode: false,
        type: 'payment',
        user_id: '724484980',
      });
      const headers = { 'x-signature': `ts=${signedAt},v1=${v1}`, 'x-request-id': requestId };
      return send(address.href, body, headers);
    },
  };
}

export type MercadoPago = Awaited<ReturnType<typeof startMercadoPago>>;

type AcsDesk = {
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
function acsRoutes({ seller, record, tellsParent }: AcsDesk): Route[] {
  function readForm(request: PartyRequest) {
    const { params, headers, rawBody } = request;
    const form = new URLSearchParams(rawBody);
    const payment = seller.payments.get(Number(params.id));
    const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded');
    const isOpen = payment?.creq !== null && payment?.creq === form.get('creq');
    // Whoever comes back to a page of before is late, not wrong.
    if (!isForm) record.violate('is not a form', request);
    if (payment === undefined) record.violate('there is no such payment', request);
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
