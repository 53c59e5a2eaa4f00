import { withTokens } from '../outgoing/authorized-client.ts';
import type { PartyOptions } from '../outgoing/client.ts';
import { callsOf, createOutgoingClient } from '../outgoing/client.ts';
import { createFetchToken } from '../outgoing/fetch-token.ts';
import { createTokens } from '../outgoing/tokens.ts';
import type { PixProfile } from './profiles.ts';

export type PixCredentials = {
  clientId: string;
  clientSecret: string;
  applicationKey: string;
  accountNumber: string;
};

export type PixBankOptions = PartyOptions & {
  profile: PixProfile;
  hosts: { api: string; token: string };
  credentials: PixCredentials;
  /** Whether the bank is to show its certificate with notices. */
  isNoticeProved: boolean;
};

const SCOPE = 'cob.read cob.write pix.read pix.write payloadlocation.read';
/** Asked for apart, so that payments go on where a bank has not granted it. */
const NOTICE_SCOPE = 'webhook.read webhook.write';

const DEADLINE_MS = {
  issue: 15_000,
  find: 10_000,
  find_code: 10_000,
  cancel: 15_000,
  refund: 30_000,
  find_refund: 10_000,
  list: 20_000,
  test: 10_000,
  connect: 15_000,
  find_connection: 10_000,
} as const;

export function createPixBank(options: PixBankOptions) {
  const { profile, hosts, credentials, isNoticeProved, now } = options;
  const fetchToken = createFetchToken({
    client: createOutgoingClient({ ...options, origin: hosts.token }),
    path: profile.tokenPath,
    auth: profile.tokenAuth,
    credentials,
  });
  const tokens = createTokens({ fetchToken, now });
  const anonymous = createOutgoingClient({ ...options, origin: hosts.api });
  const client = withTokens(anonymous, { tokens, scope: SCOPE });
  const noticeClient = withTokens(anonymous, { tokens, scope: NOTICE_SCOPE });
  const own = ownHeader(profile, credentials);
  const send = callsOf(client, DEADLINE_MS, own);
  const sendOfNotices = callsOf(noticeClient, DEADLINE_MS, own);
  const { cob, other } = profile.paths;
  const chargePath = (txid: string) => `${cob}/cob/${txid}`;
  const refundPath = (endToEndId: string, id: string) =>
    `${other}/pix/${endToEndId}/devolucao/${id}`;
  const connectionPath = (key: string) => `${other}/webhook/${encodeURIComponent(key)}`;

  return {
    /** For what the bank has besides, by the same token. */
    client,
    needsRead: client.needsRead,
    /** A token for nobody: it shows whether the bank gives one. */
    tryToken: () => fetchToken(SCOPE),
    tryCob: (txid: string, signal: AbortSignal) =>
      send('test', ['GET', chargePath(txid)], { signal }),
    putConnection: (key: string, webhookUrl: string, signal: AbortSignal) =>
      sendOfNotices('connect', ['PUT', connectionPath(key)], {
        ...{ signal, body: { webhookUrl } },
        headers: isNoticeProved ? {} : (profile.unprovedHeaders ?? {}),
      }),
    getConnection: (key: string, signal: AbortSignal) =>
      sendOfNotices('find_connection', ['GET', connectionPath(key)], { signal }),
    putCob: (txid: string, body: unknown, signal: AbortSignal) =>
      send('issue', ['PUT', chargePath(txid)], { signal, body }),
    getCob: (txid: string, signal: AbortSignal) =>
      send('find', ['GET', chargePath(txid)], { signal }),
    /** The status has to be the only field of such a change. */
    removeCob: (txid: string, signal: AbortSignal) =>
      send('cancel', ['PATCH', chargePath(txid)], {
        signal,
        body: { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' },
      }),
    getReceived: (query: URLSearchParams, signal: AbortSignal) =>
      send('list', ['GET', `${other}/pix?${query}`], { signal }),
    getCode: (locationId: string, signal: AbortSignal) => {
      const path = `${other}/loc/${encodeURIComponent(locationId)}/qrcode`;
      return send('find_code', ['GET', path], { signal });
    },
    putRefund: (endToEndId: string, id: string, body: unknown, signal: AbortSignal) =>
      send('refund', ['PUT', refundPath(endToEndId, id)], { signal, body }),
    getRefund: (endToEndId: string, id: string, signal: AbortSignal) =>
      send('find_refund', ['GET', refundPath(endToEndId, id)], { signal }),
  };
}

export type PixBank = ReturnType<typeof createPixBank>;

function ownHeader({ header }: PixProfile, credentials: PixCredentials): Record<string, string> {
  if (header === null) return {};
  const { clientId, applicationKey, accountNumber } = credentials;
  const values = {
    application_key: applicationKey,
    client_id: clientId,
    account_number: accountNumber,
  };
  return { [header.name]: values[header.holds] };
}
