import { createHash } from 'node:crypto';
import { createRecord } from '../server/exchange.ts';
import type { Harness } from '../server/harness.ts';
import { knownIn } from '../server/known-in.ts';
import { createNoticeSender } from '../server/notices.ts';
import { startPartyServer } from '../server/party-server.ts';
import { createAccount } from './account.ts';
import { tellOrder } from './answers.ts';
import type { ScriptEnvironment } from './browser-script.ts';
import { createCardKey } from './card-key.ts';
import type { AccountDesk, ErrorMessage } from './routes.ts';
import { orderRoutes } from './routes.ts';
import { bankRoutes, scriptRoutes, sdkRoutes } from './three-d-secure-routes.ts';

export type PagBankOptions = Harness & {
  takesPlainCards?: boolean;
  /** Which of its environments this is, to the script in the browser. */
  environment?: ScriptEnvironment;
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
  const bank = (): string => server.origins.bank ?? '';
  const sdk = (): string => server.origins.sdk ?? '';
  const hosts = {
    api: { routes: orderRoutes(desk) },
    sdk: { routes: sdkRoutes(desk, bank) },
    assets: { routes: scriptRoutes(sdk, environment) },
    bank: { routes: bankRoutes(desk) },
  };
  const server = await startPartyServer('PagBank', hosts, { authority, clock, record });
  const send = createNoticeSender(trusted);

  return {
    ...server,
    ...account,
    ...threeDS,
    credentials,
    api: server.origins.api ?? '',
    /** Where sessions for the browser's script are opened, and what the script itself asks. */
    sdk: sdk(),
    /** Where the browser's script is, and whose page it shows a buyer that the bank asks. */
    assets: server.origins.assets ?? '',
    bank: bank(),
    openSession: () => threeDS.openSession().session,
    /** The next refund is refused so, as where the balance does not reach. */
    refuseNextRefund: (message: ErrorMessage) => void refundRefusals.push(message),
    /** To each address it named; another `token` forges, null signs not, as its sandbox may. */
    notify: async (orderId: string, { token }: { token?: string | null } = {}) => {
      const order = knownIn(account.orders, orderId, 'order');
      const body = JSON.stringify(tellOrder(order));
      const key = token === undefined ? credentials.token : token;
      const signature = createHash('sha256').update(`${key}-${body}`).digest('hex');
      const headers = {
        'x-product-id': orderId,
        ...(key === null ? {} : { 'x-authenticity-token': signature }),
      };
      const outcomes = [];
      for (const url of order.fields.notification_urls ?? []) {
        outcomes.push(await send(url, body, headers));
      }
      return outcomes;
    },
  };
}
