import type { Identity } from '../certificates/authority.ts';
import type { PixBank } from '../pix-bank/pix-bank.ts';
import type { Call } from './call.ts';
import { createCaller } from './call.ts';

/** A company that calls its bank as the bank's documents say, by plain requests. */
export function createTestCompany(bank: PixBank, identity: Identity = bank.issueCertificate()) {
  const send = createCaller({ trusted: bank.authorityPem, identity });
  const { clientId, clientSecret, applicationKey, accountNumber } = bank.credentials;
  const { tokenAuth, header, base } = bank.profile;

  function askForToken({
    id = clientId,
    secret = clientSecret,
    scope = 'cob.read cob.write',
  } = {}) {
    const basic = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
    const isForm = tokenAuth !== 'basic_json';
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      scope,
      ...(tokenAuth.startsWith('form') ? { client_id: id } : {}),
      ...(tokenAuth === 'form_secret' ? { client_secret: secret } : {}),
    });
    return send(bank.tokenUrl, {
      method: 'POST',
      headers: {
        ...(tokenAuth.startsWith('basic') ? { authorization: basic } : {}),
        ...(isForm ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      },
      body: isForm ? form.toString() : { grant_type: 'client_credentials' },
    });
  }

  async function getToken(scope = 'cob.read cob.write pix.read pix.write payloadlocation.read') {
    const { json } = await askForToken({ scope: `${scope} webhook.read webhook.write` });
    return (json as { access_token: string }).access_token;
  }

  const ownHeader = {
    application_key: applicationKey,
    client_id: clientId,
    account_number: accountNumber,
  };

  /** `path` as the central bank has it: `/cob/{txid}`. */
  async function call(
    method: string,
    path: string,
    { token, ...rest }: Call & { token?: string } = {},
  ) {
    const prefix = path.startsWith('/cob/') ? base.cob : base.other;
    const authorization = `Bearer ${token ?? (await getToken())}`;
    return send(`${bank.api}${prefix}${path}`, {
      method,
      ...rest,
      headers: {
        authorization,
        ...(header === null ? {} : { [header.name]: ownHeader[header.holds] }),
        ...rest.headers,
      },
    });
  }

  return { send, askForToken, getToken, call };
}

/** A charge as the documents' examples have it. */
export function aCob(bank: PixBank, changes: Record<string, unknown> = {}) {
  return {
    calendario: { expiracao: 3600 },
    devedor: { cpf: '12345678909', nome: 'Francisco da Silva' },
    valor: { original: '37.00' },
    chave: bank.key,
    solicitacaoPagador: 'Serviço realizado.',
    ...changes,
  };
}

export const A_TXID = '7978c0c97ea847e78e8849634473c1f1';
