import { createHmac } from 'node:crypto';
import type { Harness } from '../server/harness.ts';
import { createNoticeSender } from '../server/notices.ts';
import { startPartyServer } from '../server/party-server.ts';
import { createRecord } from '../server/record.ts';
import { acsRoutes } from './acs-routes.ts';
import { createSeller } from './payment.ts';
import { sellerRoutes } from './routes.ts';

export type MercadoPagoOptions = Harness & {
  /** Authorities of those who receive notices, as PEM, beside those everybody trusts. */
  trusted?: readonly string[];
};

/** The name of a card's holder decides, as with the real test cards, or a command. */
export async function startMercadoPago({ clock, random, authority, trusted }: MercadoPagoOptions) {
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
  const server = await startPartyServer({
    name: 'Mercado Pago',
    hosts: {
      api: { routes: sellerRoutes({ seller, record, accessToken, now: clock.now, acs }) },
      acs: { routes: acsRoutes({ seller, record, tellsParent: () => !isMessageLost }) },
    },
    authority,
    clock,
    record,
  });
  const sender = createNoticeSender(trusted ? { trusted } : {});
  const { storeToken: _, newId, pay: __, refund: ___, move: ____, ...commands } = seller;

  return {
    ...commands,
    credentials,
    api: server.origins.api ?? '',
    acs: acs(),
    /** The bank's page says nothing at its end from now on. */
    loseMessages: () => {
      isMessageLost = true;
    },
    authorityPem: authority.certificatePem,
    faults: server.faults,
    requests: record.requests,
    takeViolations: record.takeViolations,
    /** Signed over the id in the address, not the body; another `secret` forges it. */
    notify: async (
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
        id: newId(),
        live_mode: false,
        type: 'payment',
        user_id: '724484980',
      });
      const headers = { 'x-signature': `ts=${signedAt},v1=${v1}`, 'x-request-id': requestId };
      return (await sender.send(address.href, body, headers)).outcome;
    },
    stop: server.stop,
  };
}

export type MercadoPago = Awaited<ReturnType<typeof startMercadoPago>>;
