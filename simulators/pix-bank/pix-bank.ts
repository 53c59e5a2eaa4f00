import type { Identity } from '../certificates/authority.ts';
import type { Harness } from '../server/harness.ts';
import type { NoticeSender } from '../server/notices.ts';
import { createNoticeSender } from '../server/notices.ts';
import type { Host } from '../server/party-server.ts';
import { startPartyServer } from '../server/party-server.ts';
import type { PartyRecord } from '../server/record.ts';
import { createRecord } from '../server/record.ts';
import { createTokens } from '../server/tokens.ts';
import type { PixCredentials } from './access.ts';
import { guarded, PIX_SCOPES, tokenRoute } from './access.ts';
import { createAccount } from './account.ts';
import { tellPix } from './answers.ts';
import type { PixDesk, ScopedRoute } from './cob-routes.ts';
import { cobRoutes } from './cob-routes.ts';
import type { Webhooks } from './pix-routes.ts';
import { pixRoutes, webhookRoutes } from './pix-routes.ts';
import type { PixProfile, PixProfileName } from './profiles.ts';
import { PIX_PROFILES } from './profiles.ts';
import { createAddressTrial } from './try-address.ts';

export type PixBankOptions = Harness & {
  profile: PixProfileName;
  deviations?: Partial<PixProfile>;
  /** Those that the company's application was granted; all unless told. */
  granted?: readonly string[];
  tokenLifetimeSeconds?: number;
  /** Calls of the bank's own beside the central bank's API, on the same host and tokens. */
  ownRoutes?: (desk: PixDesk, hasWebhook: () => boolean) => ScopedRoute[];
  /** Hosts of the bank's own, for the same application. */
  ownHosts?: (bank: { record: PartyRecord; credentials: PixCredentials }) => Record<string, Host>;
  /** Whether an address of notices is tried before it is taken, as Efí does. */
  triesAddresses?: boolean;
  /** Authorities of those who receive notices, as PEM, beside those everybody trusts. */
  trusted?: readonly string[];
};

export type PixBank = Awaited<ReturnType<typeof startPixBank>>;

/** A bank with one account of one company; everything but the API is a command. */
export async function startPixBank({
  clock,
  random,
  authority,
  profile: name,
  deviations = {},
  granted = PIX_SCOPES,
  tokenLifetimeSeconds = 3600,
  ownRoutes = () => [],
  ownHosts = () => ({}),
  triesAddresses = false,
  trusted,
}: PixBankOptions) {
  const profile: PixProfile = { ...PIX_PROFILES[name], ...deviations };
  const record = createRecord();
  const lifetimeSeconds = tokenLifetimeSeconds;
  const tokens = createTokens({ clock, random, record, lifetimeSeconds });
  const credentials: PixCredentials = {
    clientId: `Client_Id_${random.hex(40)}`,
    clientSecret: `Client_Secret_${random.hex(40)}`,
    applicationKey: random.hex(32),
    accountNumber: random.digits(9),
  };
  const account = createAccount({
    clock,
    random,
    key: random.uuid(),
    ispb: '12345678',
    locationHost: `${name}.pix.example.com`,
  });
  const receiver = { name: 'LOJA DE TESTE', city: 'SAO PAULO' };
  const desk: PixDesk = { profile, account, receiver, record };
  const webhooks: Webhooks = new Map();
  const { now } = clock;
  const access = { profile, credentials, tokens, record, now, granted, lifetimeSeconds };
  const routes = [
    ...cobRoutes(desk),
    ...pixRoutes(desk),
    ...webhookRoutes(desk, webhooks, now),
    ...ownRoutes(desk, () => webhooks.has(account.key)),
  ].map(({ scope, ...route }) => guarded(access, scope, route));
  const sender = createNoticeSender({
    // Receivers check it by the clock of their machine.
    identity: authority.issueClient(`notices of ${name}`, { validDays: 20 * 365 }),
    ...(trusted ? { trusted } : {}),
  });
  const stranger = createNoticeSender(trusted ? { trusted } : {});
  const before = createAddressTrial(profile, { bank: sender, stranger });
  const api = { clientAuthority: authority, ...(triesAddresses ? { before } : {}) };
  const token = tokenRoute(access);
  const server = await startPartyServer({
    name: `the bank (${name})`,
    hosts: {
      ...(profile.hasTokenHost
        ? { api: { ...api, routes }, auth: { ...api, routes: [token] } }
        : { api: { ...api, routes: [...routes, token] } }),
      ...ownHosts({ record, credentials }),
    },
    authority,
    clock,
    record,
  });

  return {
    profile,
    credentials,
    key: account.key,
    receiver,
    api: server.origins.api ?? '',
    origins: server.origins,
    tokenUrl: `${server.origins.auth ?? server.origins.api}${profile.tokenPath}`,
    authorityPem: authority.certificatePem,
    issueCertificate: (options?: { validDays?: number }) =>
      authority.issueClient('a company', options),
    endCertificate: authority.end,
    tokens,
    faults: server.faults,
    requests: record.requests,
    takeViolations: record.takeViolations,
    charges: account.charges,
    received: account.received,
    pay: account.pay,
    payToKey: account.payToKey,
    remove: account.remove,
    settleRefund: account.settleRefund,
    takeBack: account.takeBack,
    ...noticesOf(desk, { webhooks, sender, stranger, trusted }),
    stop: server.stop,
  };
}

function noticesOf(
  { account, profile }: PixDesk,
  {
    webhooks,
    sender,
    stranger,
    trusted,
  }: {
    webhooks: Webhooks;
    sender: NoticeSender;
    stranger: NoticeSender;
    trusted: readonly string[] | undefined;
  },
) {
  function noticeUrl(): string {
    const webhook = webhooks.get(account.key);
    if (webhook === undefined) throw new Error('no address of notices is registered');
    const { origin, pathname, search } = new URL(webhook.url);
    // Put behind all of it: whoever ends the address in a parameter gets a whole path that way.
    return search === ''
      ? `${origin}${pathname.replace(/\/$/, '')}${profile.noticeSuffix}`
      : `${webhook.url}${profile.noticeSuffix}`;
  }

  return {
    /** Sends one notice of these PIX, in one body, `times` times; none is told of a key's own. */
    notify: async (endToEndIds: readonly string[], { times = 1 } = {}) => {
      const pix = endToEndIds.map((id) => account.pixOf(id)).filter(({ txid }) => txid !== null);
      const body = JSON.stringify({ pix: pix.map((one) => tellPix(one, account.key, profile)) });
      const outcomes = [];
      for (let nth = 0; nth < times; nth += 1) {
        outcomes.push((await sender.send(noticeUrl(), body)).outcome);
      }
      return outcomes;
    },
    sendNotice: async (body: unknown) =>
      (await sender.send(noticeUrl(), JSON.stringify(body))).outcome,
    /** Somebody else's notice: without a certificate, or with one of an authority of his own. */
    forgeNotice: async (body: unknown, identity?: Identity) => {
      const forger =
        identity === undefined
          ? stranger
          : createNoticeSender({ identity, ...(trusted ? { trusted } : {}) });
      return (await forger.send(noticeUrl(), JSON.stringify(body))).outcome;
    },
    /** Sends a notice of another kind to an address that the company gave with what it is about. */
    sendNoticeTo: async (url: string, body: string, headers: Readonly<Record<string, string>>) =>
      (await sender.send(url, body, headers)).outcome,
  };
}
