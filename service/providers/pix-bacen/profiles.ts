import type { TokenAuth } from '../outgoing/fetch-token.ts';

/**
 * How banks differ within the central bank's PIX API.
 * verified: offline-contract. No bank was ever called with this; it is held against
 * `simulators/pix-bank`, and what it sends to the central bank's document, in `central-bank/`.
 * Sources, read 2026-11-23:
 * - Banco Central, github bacen/pix-api at 1f1b568 (2025-09-05): OpenAPI 2.9.0; issues 76 and 560
 *   for what single banks do otherwise.
 * - efi: github efipay/sdk-node-apis-efi, src/lib/constants.js; npm sdk-node-apis-efi 2.0.1.
 * - sicoob, sicredi, bb: github laddertech/pypix-api (2026-07-28).
 * - inter: github renatojdev/bancointer-python (2025-02). Its pages limit each call to 120 a minute
 *   in production (10 in the sandbox); no page of another bank was found to limit look-ups.
 * - santander: github juspay/hyperswitch, connectors/santander (2026). Its hosts and the path of
 *   its token are in none of these, so whoever adds it has to name them.
 */
export type PixProfile = {
  tokenPath: string;
  tokenAuth: TokenAuth;
  /** Before `/cob/{txid}`, and before everything else. */
  paths: { cob: string; other: string };
  /** A header every call must have, and what the bank calls what is in it. */
  header: { name: string; holds: 'application_key' | 'client_id' | 'account_number' } | null;
  /** Sent along with the address of notices that come without a certificate. */
  unprovedHeaders?: Readonly<Record<string, string>>;
  /** Where its documents limit them. */
  lookUpsPerMinute?: number;
  /** Where the code is found when the answer has none: asked for, or written from its address. */
  codeElsewhere: 'loc_qrcode' | 'location';
  /** Null where no source names it. */
  hosts: { [environment in PixEnvironment]: { api: string; token: string } | null };
};

export type PixEnvironment = 'production' | 'sandbox';

export type PixProfileName = 'efi' | 'sicoob' | 'sicredi' | 'bb' | 'inter' | 'santander';

const V2 = { cob: '/v2', other: '/v2' };
const PIX_V2 = { cob: '/pix/v2', other: '/pix/v2' };

export const PIX_PROFILES: Readonly<Record<PixProfileName, PixProfile>> = {
  efi: {
    tokenPath: '/oauth/token',
    tokenAuth: 'basic_json',
    paths: V2,
    header: null,
    // Decision: Efí is told that its certificate is not asked for, unless the operator asks for it.
    // Its notices come to an address that nobody else knows, and only ever lead to a look-up.
    unprovedHeaders: { 'x-skip-mtls-checking': 'true' },
    codeElsewhere: 'loc_qrcode',
    hosts: {
      production: bothAt('https://pix.api.efipay.com.br'),
      sandbox: bothAt('https://pix-h.api.efipay.com.br'),
    },
  },
  sicoob: {
    tokenPath: '/auth/realms/cooperado/protocol/openid-connect/token',
    tokenAuth: 'form_id',
    paths: { cob: '/pix/api/v2', other: '/pix/api/v2' },
    header: null,
    codeElsewhere: 'location',
    // Its sandbox has one token for everybody and other paths, so it proves nothing of ours.
    hosts: {
      production: { api: 'https://api.sicoob.com.br', token: 'https://auth.sicoob.com.br' },
      sandbox: null,
    },
  },
  sicredi: {
    tokenPath: '/oauth/token',
    tokenAuth: 'basic_form',
    paths: { cob: '/api/v3', other: '/api/v2' },
    header: null,
    codeElsewhere: 'location',
    hosts: { production: bothAt('https://api-pix.sicredi.com.br'), sandbox: null },
  },
  bb: {
    tokenPath: '/oauth/token',
    tokenAuth: 'basic_form',
    paths: PIX_V2,
    header: { name: 'gw-app-key', holds: 'application_key' },
    codeElsewhere: 'location',
    hosts: {
      production: { api: 'https://api-pix.bb.com.br', token: 'https://oauth.bb.com.br' },
      sandbox: { api: 'https://api-pix.hm.bb.com.br', token: 'https://oauth.hm.bb.com.br' },
    },
  },
  inter: {
    tokenPath: '/oauth/v2/token',
    tokenAuth: 'form_secret',
    paths: PIX_V2,
    header: { name: 'x-conta-corrente', holds: 'account_number' },
    lookUpsPerMinute: 120,
    codeElsewhere: 'location',
    hosts: {
      production: bothAt('https://cdpj.partners.bancointer.com.br'),
      sandbox: bothAt('https://cdpj-sandbox.partners.uatinter.co'),
    },
  },
  santander: {
    tokenPath: '/oauth/token',
    tokenAuth: 'form_secret',
    paths: { cob: '/api/v1', other: '/api/v1' },
    header: { name: 'x-application-key', holds: 'client_id' },
    codeElsewhere: 'location',
    hosts: { production: null, sandbox: null },
  },
};

function bothAt(origin: string) {
  return { api: origin, token: origin };
}
