import type { Identity } from '../certificates/authority.ts';
import type { PartyAnswer, PartyRecord, PartyRequest } from '../server/exchange.ts';
import { createRecord, matchPath } from '../server/exchange.ts';
import { readJson } from '../server/fields.ts';
import type { Harness } from '../server/harness.ts';
import type { NoticeSender } from '../server/notices.ts';
import { createNoticeSender } from '../server/notices.ts';
import type { Host } from '../server/party-server.ts';
import { startPartyServer } from '../server/party-server.ts';
import { createTokens } from '../server/tokens.ts';
import type { PixCredentials } from './access.ts';
import { guarded, PIX_SCOPES, tokenRoute } from './access.ts';
import { createAccount } from './account.ts';
import { tellPix } from './answers.ts';
import type { PixDesk, ScopedRoute } from './cob-routes.ts';
import { cobRoutes } from './cob-routes.ts';
import type { Webhooks } from './pix-routes.ts';
import { pixRoutes, webhookRoutes } from './pix-routes.ts';
import { problemAnswer } from './problem.ts';
import type { PixProfile, PixProfileName } from './profiles.ts';
import { PIX_PROFILES } from './profiles.ts';

export type PixBankOptions = Harness & {
  profile: PixProfileName;
  deviations?: Partial<PixProfile>;
  /** Those that the company's application was granted; all unless told. */
  granted?: readonly string[];
  lifetimeSeconds?: number;
  /** Calls of the bank's own beside the central bank's API, on the same host and tokens. */
  ownRoutes?: (desk: PixDesk, hasWebhook: () => boolean) => ScopedRoute[];
  /** Hosts of the bank's own, for the same application. */
  ownHosts?: (bank: { record: PartyRecord; credentials: PixCredentials }) => Record<string, Host>;
  /** Whether an address of notices is tried before it is taken, as Efí does. */
  triesAddresses?: boolean;
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
  lifetimeSeconds = 3600,
  ownRoutes = () => [],
  ownHosts = () => ({}),
  triesAddresses = false,
  trusted,
}: PixBankOptions) {
  const profile: PixProfile = { ...PIX_PROFILES[name], ...deviations };
  const record = createRecord();
  const tokens = createTokens({ clock, random, record }, lifetimeSeconds);
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
  // Receivers check it by the clock of their machine.
  const identity = authority.issueClient(`notices of ${name}`, { validDays: 20 * 365 });
  const send = createNoticeSender(trusted, identity);
  const before = createAddressTrial(profile, { bank: send, stranger: createNoticeSender(trusted) });
  const api = { clientAuthority: authority, ...(triesAddresses ? { before } : {}) };
  const token = tokenRoute(access);
  const hosts: Record<string, Host> = {
    ...(profile.hasTokenHost
      ? { api: { ...api, routes }, auth: { ...api, routes: [token] } }
      : { api: { ...api, routes: [...routes, token] } }),
    ...ownHosts({ record, credentials }),
  };
  const server = await startPartyServer(`the bank (${name})`, hosts, { authority, clock, record });

  return {
    ...server,
    ...account,
    profile,
    credentials,
    receiver,
    api: server.origins.api ?? '',
    tokenUrl: `${server.origins.auth ?? server.origins.api}${profile.tokenPath}`,
    issueCertificate: (options?: { validDays?: number }) =>
      authority.issueClient('a company', options),
    endCertificate: authority.end,
    tokens,
    ...noticesOf(desk, { webhooks, send, trusted }),
  };
}

function noticesOf(
  { account, profile }: PixDesk,
  {
    webhooks,
    send,
    trusted,
  }: { webhooks: Webhooks; send: NoticeSender; trusted: readonly string[] | undefined },
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
        outcomes.push(await send(noticeUrl(), body));
      }
      return outcomes;
    },
    sendNotice: (body: unknown) => send(noticeUrl(), JSON.stringify(body)),
    /** Somebody else's notice: without a certificate, or with one of an authority of his own. */
    forgeNotice: (body: unknown, identity?: Identity) =>
      createNoticeSender(trusted, identity)(noticeUrl(), JSON.stringify(body)),
    /** A notice of another kind, to an address that the company gave with what it is about. */
    sendNoticeTo: send,
  };
}

/**
 * Before Efí takes an address of notices it calls it once without its certificate, to be refused
 * (spared by `x-skip-mtls-checking`), and once with it, to be answered 200. Source:
 * dev.efipay.com.br, "Webhooks", read 2026-11-23.
 */
function createAddressTrial(
  profile: PixProfile,
  { bank, stranger }: { bank: NoticeSender; stranger: NoticeSender },
) {
  const path = `${profile.base.other}/webhook/:chave`;

  /** The refusal; null where the address stands, or nothing of the kind was asked. */
  return async (request: PartyRequest): Promise<PartyAnswer | null> => {
    if (request.method !== 'PUT' || matchPath(path, request.path) === null) return null;
    const url = addressIn(request.rawBody);
    if (url === null) return null;
    const body = JSON.stringify({ evento: 'teste_webhook' });
    if (request.headers['x-skip-mtls-checking'] !== 'true') {
      const outcome = await stranger(url, body);
      if ('status' in outcome && outcome.status < 400) {
        return refusal('A autenticação de TLS mútuo não está configurada na URL informada');
      }
    }
    const outcome = await bank(url, body);
    if ('status' in outcome && outcome.status === 200) return null;
    return refusal('A URL informada não respondeu como esperado');
  };

  function refusal(detail: string): PartyAnswer {
    const name = 'WebhookOperacaoInvalida';
    return problemAnswer(profile, { name, detail, efiName: 'webhook_invalido' });
  }
}

function addressIn(rawBody: string): string | null {
  const body = readJson(rawBody);
  if (typeof body !== 'object' || body === null || !('webhookUrl' in body)) return null;
  const { webhookUrl } = body;
  return typeof webhookUrl === 'string' && URL.canParse(webhookUrl) ? webhookUrl : null;
}
