import type { PartyAnswer, PartyRecord, PartyRequest, Route } from '../server/exchange.ts';
import { createRecord } from '../server/exchange.ts';
import type { Harness } from '../server/harness.ts';
import { createNoticeSender } from '../server/notices.ts';
import { startPartyServer } from '../server/party-server.ts';
import { createBook } from './book.ts';
import { isGuid } from './fields.ts';
import { createMpi } from './mpi.ts';
import { mpiBankRoutes, mpiRoutes } from './mpi-routes.ts';
import type { AcquirerProfileName } from './profiles.ts';
import { ACQUIRER_PROFILES } from './profiles.ts';
import { refusal } from './refusal.ts';
import type { AcquirerDesk } from './sale-routes.ts';
import { readingRoutes, writingRoutes } from './sale-routes.ts';

export type AcquirerOptions = Harness & {
  profile: AcquirerProfileName;
  blocksRepeatedOrders?: boolean;
  /** The merchant sells for others, and each sale has to say for whom. */
  isFacilitator?: boolean;
  /** Headers of the merchant's own choice that every notice comes with; at most three. */
  noticeHeaders?: Readonly<Record<string, string>>;
  /** As the antifraud's script knows the merchant. */
  deviceMerchantId?: string;
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
  isFacilitator = false,
  noticeHeaders = {},
  deviceMerchantId = 'merchant_of_tests',
  trusted,
}: AcquirerOptions) {
  const profile = ACQUIRER_PROFILES[name];
  const record = createRecord();
  const credentials = { merchantId: random.uuid(), merchantKey: random.letters(40).toUpperCase() };
  const book = createBook({ clock, random });
  const devices = new Set<string>();
  const mpi = createMpi({ clock, random });
  const mpiCredentials = {
    ...{ 'client-id': random.uuid(), 'client-secret': `${random.letters(43)}=` },
    ...{ 'establishment-code': '1006993069', 'merchant-name': 'Loja Exemplo Ltda', mcc: '5912' },
  };
  const bank = () => server.origins.bank ?? '';
  const desk: AcquirerDesk = {
    profile,
    book,
    record,
    now: clock.now,
    blocksRepeatedOrders,
    isFacilitator,
    devices,
    origins: () => ({ api: server.origins.api ?? '', query: server.origins.query ?? '' }),
  };

  function guarded(route: Route): Route {
    return { ...route, handle: (request) => refusalOf(request) ?? route.handle(request) };
  }

  function refusalOf(request: PartyRequest): PartyAnswer | null {
    const { merchantid: id, merchantkey: key, requestid: requestId } = request.headers;
    const say = (sentence: string) => record.violate(sentence, request);
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

  const hosts = {
    api: { routes: writingRoutes(desk).map(guarded) },
    query: { routes: readingRoutes(desk).map(guarded) },
    // Browsers come here, by themselves.
    device: { routes: [deviceRoute(devices, deviceMerchantId, record)] },
    mpi: { routes: mpiRoutes({ mpi, record, credentials: mpiCredentials, bank }) },
    bank: { routes: mpiBankRoutes({ mpi, record }) },
  };
  const server = await startPartyServer(`the acquirer (${name})`, hosts, {
    ...{ authority, clock, record },
  });
  const send = createNoticeSender(trusted);

  return {
    ...server,
    ...book,
    profile,
    credentials,
    api: server.origins.api ?? '',
    query: server.origins.query ?? '',
    device: server.origins.device ?? '',
    deviceMerchantId,
    mpi: server.origins.mpi ?? '',
    bank: server.origins.bank ?? '',
    /** What the merchant types for it. */
    mpiCredentials,
    mpiSessions: mpi.sessions,
    /** The buyer answers the bank, without a browser. */
    answerBank: (transactionId: string, isConfirmed: boolean) => {
      const session = mpi.ofChallenge(transactionId);
      if (session?.step !== 'challenged') throw new Error('the bank asks nothing');
      mpi.answer(session, isConfirmed);
    },
    /** The sessions that its script has seen, without the merchant's part. */
    devices,
    /** Sends one notice to the address that the merchant gave to the acquirer's support. */
    notify: (url: string, paymentId: string, ChangeType: ChangeType = 1) =>
      send(url, JSON.stringify({ PaymentId: paymentId, ChangeType }), noticeHeaders),
    /** Somebody else says something, without the headers that were agreed. */
    forgeNotice: (url: string, body: unknown) => send(url, JSON.stringify(body)),
  };
}

const ORGANISATIONS = ['1snn5n9w', 'k8vif92e'];

/** As Cybersource's; what the real one does is unknown here, this tries what it must not reach. */
function deviceRoute(devices: Set<string>, merchantId: string, record: PartyRecord): Route {
  return {
    method: 'GET',
    path: '/fp/tags.js',
    handle(request) {
      const session = request.query.get('session_id') ?? '';
      const isOurs = session.startsWith(merchantId);
      const id = session.slice(merchantId.length);
      if (!ORGANISATIONS.includes(request.query.get('org_id') ?? '') || !isOurs) {
        record.violate('of no organisation or merchant that there is', request);
        return { status: 404 };
      }
      if (!/^[A-Za-z0-9_-]{1,88}$/.test(id)) {
        record.violate('session_id has not its form', request);
        return { status: 404 };
      }
      devices.add(id);
      return { status: 200, headers: { 'content-type': 'text/javascript' }, body: SCRIPT };
    },
  };
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
