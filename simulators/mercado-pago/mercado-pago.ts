import { createHmac } from 'node:crypto';
import { challengeRoutes } from '../server/challenge-page.ts';
import { createRecord } from '../server/exchange.ts';
import type { Harness } from '../server/harness.ts';
import { createNoticeSender } from '../server/notices.ts';
import { startPartyServer } from '../server/party-server.ts';
import { createSeller } from './payment.ts';
import { sellerRoutes } from './routes.ts';

/**
 * The name of a card's holder decides, as with the real test cards, or a command. `isFacilitator`:
 * the account sells for others, and each payment by card has to say for whom.
 */
export async function startMercadoPago(options: Harness & { isFacilitator?: boolean }) {
  const { clock, random, authority, trusted, isFacilitator = false } = options;
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
  // The card's bank. Source: github mercadopago/devsite-docs, "How to integrate 3DS", read 2026-11-23.
  const challenges = challengeRoutes({
    record,
    field: 'creq',
    textOf: (id) => seller.payments.get(Number(id))?.creq,
    end: (id, isConfirmed) => seller.endChallenge(Number(id), isConfirmed),
    // A lost message leaves whoever waits to ask.
    lastWords: () => (isMessageLost ? '' : "parent.postMessage({ status: 'COMPLETE' }, '*');"),
  });
  const hosts = {
    api: {
      routes: sellerRoutes({ seller, record, accessToken, now: clock.now, acs, isFacilitator }),
    },
    acs: { routes: challenges },
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
