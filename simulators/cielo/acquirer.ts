import type { PartyAnswer, PartyRequest, Route } from '../server/exchange.ts';
import type { Harness } from '../server/harness.ts';
import { createNoticeSender } from '../server/notices.ts';
import { startPartyServer } from '../server/party-server.ts';
import type { PartyRecord } from '../server/record.ts';
import { createRecord } from '../server/record.ts';
import { createBook } from './book.ts';
import { isGuid } from './fields.ts';
import type { AcquirerProfileName } from './profiles.ts';
import { ACQUIRER_PROFILES } from './profiles.ts';
import { refusal } from './refusal.ts';
import type { AcquirerDesk } from './sale-routes.ts';
import { readingRoutes, writingRoutes } from './sale-routes.ts';

export type AcquirerOptions = Harness & {
  profile: AcquirerProfileName;
  blocksRepeatedOrders?: boolean;
  /** Headers of the merchant's own choice that every notice comes with; at most three. */
  noticeHeaders?: Readonly<Record<string, string>>;
  /** As the antifraud's script knows the merchant. */
  deviceMerchantId?: string;
  /** Authorities of those who receive notices, as PEM, beside those everybody trusts. */
  trusted?: readonly string[];
};

/** What a notice says has changed: the manual's "Tabela de ChangeType". */
export type ChangeType = 1 | 2 | 3 | 4 | 5 | 7 | 8;

export type Acquirer = Awaited<ReturnType<typeof startAcquirer>>;

/** Two hosts, one that charges and one that looks; a card's last digit decides, or a command. */
export async function startAcquirer({
  clock,
  random,
  authority,
  profile: name,
  blocksRepeatedOrders = false,
  noticeHeaders = {},
  deviceMerchantId = 'merchant_of_tests',
  trusted,
}: AcquirerOptions) {
  const profile = ACQUIRER_PROFILES[name];
  const record = createRecord();
  const credentials = { merchantId: random.uuid(), merchantKey: random.letters(40).toUpperCase() };
  const book = createBook({ clock, random });
  const devices = new Set<string>();
  const desk: AcquirerDesk = {
    profile,
    book,
    record,
    now: clock.now,
    blocksRepeatedOrders,
    devices,
    origins: () => ({ api: server.origins.api ?? '', query: server.origins.query ?? '' }),
  };

  function guarded(route: Route): Route {
    return { ...route, handle: (request) => refusalOf(request) ?? route.handle(request) };
  }

  function refusalOf({ method, path, headers }: PartyRequest): PartyAnswer | null {
    const { merchantid: id, merchantkey: key, requestid: requestId } = headers;
    const say = (sentence: string) => record.violate(`${method} ${path}: ${sentence}`);
    if (requestId !== undefined && !isGuid(`${requestId}`)) say('RequestId is no GUID');
    if (id === undefined) say('MerchantId is missing');
    if (id === undefined) return refusal(101);
    if (!isGuid(`${id}`)) say('MerchantId is no GUID');
    if (!isGuid(`${id}`)) return refusal(114);
    if (key === undefined) say('MerchantKey is missing');
    if (key === undefined) return refusal(131);
    const isKnown = id === credentials.merchantId && key === credentials.merchantKey;
    return isKnown ? null : { status: 401 };
  }

  const server = await startPartyServer({
    name: `the acquirer (${name})`,
    hosts: {
      api: { routes: writingRoutes(desk).map(guarded) },
      query: { routes: readingRoutes(desk).map(guarded) },
      // Browsers come here, by themselves.
      device: { routes: deviceRoutes({ devices, merchantId: deviceMerchantId, record }) },
    },
    authority,
    clock,
    record,
  });
  const sender = createNoticeSender(trusted ? { trusted } : {});

  return {
    profile,
    credentials,
    api: server.origins.api ?? '',
    query: server.origins.query ?? '',
    authorityPem: authority.certificatePem,
    faults: server.faults,
    requests: record.requests,
    takeViolations: record.takeViolations,
    sales: book.sales,
    salesOf: book.salesOf,
    cards: book.cards,
    decideNext: book.decideNext,
    judgeNext: book.judgeNext,
    device: server.origins.device ?? '',
    deviceMerchantId,
    /** The sessions that its script has seen, without the merchant's part. */
    devices,
    finish: book.finish,
    abort: book.abort,
    voidAtPages: book.voidAtPages,
    refuseNextVoid: book.refuseNextVoid,
    /** Sends one notice to the address that the merchant gave to the acquirer's support. */
    notify: async (url: string, paymentId: string, changeType: ChangeType = 1) => {
      const body = JSON.stringify({ PaymentId: paymentId, ChangeType: changeType });
      return (await sender.send(url, body, noticeHeaders)).outcome;
    },
    /** Somebody else says something, without the headers that were agreed. */
    forgeNotice: async (url: string, body: unknown) =>
      (await sender.send(url, JSON.stringify(body))).outcome,
    stop: server.stop,
  };
}

const ORGANISATIONS = ['1snn5n9w', 'k8vif92e'];

/** As Cybersource's; what the real one does is unknown here, this tries what it must not reach. */
function deviceRoutes({
  devices,
  merchantId,
  record,
}: {
  devices: Set<string>;
  merchantId: string;
  record: PartyRecord;
}): Route[] {
  return [
    {
      method: 'GET',
      path: '/fp/tags.js',
      handle({ query }) {
        const session = query.get('session_id') ?? '';
        const isOurs = session.startsWith(merchantId);
        const id = session.slice(merchantId.length);
        if (!ORGANISATIONS.includes(query.get('org_id') ?? '') || !isOurs) {
          record.violate('GET /fp/tags.js: of no organisation or merchant that there is');
          return { status: 404 };
        }
        if (!/^[A-Za-z0-9_-]{1,88}$/.test(id)) {
          record.violate('GET /fp/tags.js: session_id has not its form');
          return { status: 404 };
        }
        devices.add(id);
        return { status: 200, headers: { 'content-type': 'text/javascript' }, body: SCRIPT };
      },
    },
  ];
}

/** Reads whatever a document lets it read of the windows around it, and tells its own document. */
const SCRIPT = `
const seen = [];
for (let at = window; at !== at.parent; at = at.parent) {
  for (const other of [at.parent, ...Array.from({ length: at.parent.length }, (_, i) => at.parent[i])]) {
    try { seen.push(other.document.body.textContent); } catch { /* Another origin. */ }
  }
}
document.title = String(seen.filter((text) => text !== document.body.textContent).length);
`;
