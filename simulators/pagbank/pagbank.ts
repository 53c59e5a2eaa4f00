import { createHash } from 'node:crypto';
import type { Harness } from '../server/harness.ts';
import { createNoticeSender } from '../server/notices.ts';
import { startPartyServer } from '../server/party-server.ts';
import { createRecord } from '../server/record.ts';
import { createAccount } from './account.ts';
import { tellOrder } from './answers.ts';
import type { ScriptEnvironment } from './browser-script.ts';
import { createCardKey } from './card-key.ts';
import type { ErrorMessage } from './refusal.ts';
import type { AccountDesk } from './routes.ts';
import { orderRoutes } from './routes.ts';
import { bankRoutes, scriptRoutes, sdkRoutes } from './three-d-secure-routes.ts';

export type PagBankOptions = Harness & {
  takesPlainCards?: boolean;
  /** Which of its environments this is, to the script in the browser. */
  environment?: ScriptEnvironment;
  /** Authorities of those who receive notices, as PEM, beside those everybody trusts. */
  trusted?: readonly string[];
};

export type PagBank = Awaited<ReturnType<typeof startPagBank>>;

/** With 3-D Secure before the order; the number of a test card decides, or a command. */
export async function startPagBank({
  clock,
  random,
  authority,
  takesPlainCards = true,
  environment = 'SANDBOX',
  trusted,
}: PagBankOptions) {
  const record = createRecord();
  const cardKey = createCardKey();
  const account = createAccount({ clock, random, cardKey });
  const { threeDS } = account;
  const credentials = { token: `${random.uuid()}${random.hex(56)}` };
  const refundRefusals: ErrorMessage[] = [];
  const desk: AccountDesk = {
    ...{ account, record, cardKey, takesPlainCards, refundRefusals },
    token: credentials.token,
    now: clock.now,
  };
  // Known once the servers listen.
  const bank = () => server.origins.bank ?? '';
  const server = await startPartyServer({
    name: 'PagBank',
    hosts: {
      api: { routes: orderRoutes(desk) },
      sdk: { routes: sdkRoutes(desk, bank) },
      assets: { routes: scriptRoutes(() => server.origins.sdk ?? '', environment) },
      bank: { routes: bankRoutes(desk) },
    },
    authority,
    clock,
    record,
  });
  const sender = createNoticeSender(trusted ? { trusted } : {});

  return {
    credentials,
    api: server.origins.api ?? '',
    /** Where sessions for the browser's script are opened, and what the script itself asks. */
    sdk: server.origins.sdk ?? '',
    /** Where the browser's script is, and whose page it shows a buyer that the bank asks. */
    assets: server.origins.assets ?? '',
    bank: bank(),
    authorityPem: authority.certificatePem,
    faults: server.faults,
    requests: record.requests,
    takeViolations: record.takeViolations,
    orders: account.orders,
    charges: account.charges,
    cards: account.cards,
    pay: account.pay,
    cancelAtPages: account.cancelAtPages,
    authenticate: threeDS.authenticate,
    authenticateNext: threeDS.authenticateNext,
    authentications: threeDS.authentications,
    endSessions: threeDS.endSessions,
    openSession: () => threeDS.openSession().session,
    decideNext: account.decideNext,
    endAnalysis: account.endAnalysis,
    /** The next refund is refused so, as where the balance does not reach. */
    refuseNextRefund: (message: ErrorMessage) => void refundRefusals.push(message),
    /** To each address it named; another `token` forges, null signs not, as its sandbox may. */
    notify: async (orderId: string, { token }: { token?: string | null } = {}) => {
      const order = account.orders.get(orderId);
      if (order === undefined) throw new Error(`there is no order ${orderId}`);
      const body = JSON.stringify(tellOrder(order));
      const key = token === undefined ? credentials.token : token;
      const signature = createHash('sha256').update(`${key}-${body}`).digest('hex');
      const headers = {
        'x-product-id': orderId,
        ...(key === null ? {} : { 'x-authenticity-token': signature }),
      };
      const outcomes = [];
      for (const url of order.fields.notification_urls ?? []) {
        outcomes.push((await sender.send(url, body, headers)).outcome);
      }
      return outcomes;
    },
    stop: server.stop,
  };
}
