/**
 * How banks differ within the central bank's PIX API, as data.
 *
 * Sources, read 2026-11-23; no bank was called:
 * - Banco Central, github bacen/pix-api at 1f1b568 (2025-09-05): OpenAPI 2.9.0.
 * - Efí: github efipay/sdk-node-apis-efi at 2728b67 (2026-01-22), npm sdk-node-apis-efi 2.0.1.
 * - Paths, hosts and tokens of sicoob, sicredi and bb: github laddertech/pypix-api (2026-07-28).
 * - inter: github renatojdev/bancointer-python (2025-02).
 * - santander: github juspay/hyperswitch, connectors/santander (2026).
 */
export type PixProfile = {
  tokenPath: string;
  hasTokenHost: boolean;
  /** How a caller gets a token; `form_id`: by its id alone, the certificate being the secret. */
  tokenAuth: 'basic_json' | 'basic_form' | 'form_id' | 'form_secret';
  /** Before `/cob/:txid`, and before everything else. */
  base: { cob: string; other: string };
  /** A header that every call must have, and what must be in it. */
  header: { name: string; holds: 'application_key' | 'client_id' | 'account_number' } | null;
  /** Answer to a second PUT of a txid: the central bank's API allows revising while it is active. */
  repeatedTxid: 400 | 409 | 'revised';
  /** Where the code for the payer's app is found; a caller may have to write it itself. */
  code: 'pixCopiaECola' | 'loc_qrcode' | 'location';
  errors: 'bacen' | 'efi' | 'santander';
  /** Whether PIX come with all that may be left out: parts, refunds' nature, key in the charge. */
  hasWholePix: boolean;
  /** Santander writes some numbers as texts. */
  hasNumbersAsText: boolean;
  /** What is put behind the registered address of notices. */
  noticeSuffix: '/pix' | '';
};

const USUAL: PixProfile = {
  tokenPath: '/oauth/token',
  hasTokenHost: false,
  tokenAuth: 'basic_form',
  base: { cob: '/v2', other: '/v2' },
  header: null,
  repeatedTxid: 400,
  code: 'pixCopiaECola',
  errors: 'bacen',
  hasWholePix: true,
  hasNumbersAsText: false,
  noticeSuffix: '/pix',
};

function everywhere(base: string): PixProfile['base'] {
  return { cob: base, other: base };
}

export type PixProfileName = 'efi' | 'sicoob' | 'sicredi' | 'bb' | 'inter' | 'santander';

export const PIX_PROFILES: Readonly<Record<PixProfileName, PixProfile>> = {
  efi: {
    ...USUAL,
    tokenAuth: 'basic_json',
    repeatedTxid: 409,
    // Its SDK of 2026 expects the code in the answer; older examples had it at the location alone.
    code: 'pixCopiaECola',
    errors: 'efi',
    hasWholePix: false,
  },
  sicoob: {
    ...USUAL,
    tokenPath: '/auth/realms/cooperado/protocol/openid-connect/token',
    hasTokenHost: true,
    tokenAuth: 'form_id',
    base: everywhere('/pix/api/v2'),
  },
  sicredi: { ...USUAL, base: { cob: '/api/v3', other: '/api/v2' } },
  bb: {
    ...USUAL,
    hasTokenHost: true,
    base: everywhere('/pix/v2'),
    header: { name: 'gw-app-key', holds: 'application_key' },
  },
  inter: {
    ...USUAL,
    tokenPath: '/oauth/v2/token',
    tokenAuth: 'form_secret',
    base: everywhere('/pix/v2'),
    header: { name: 'x-conta-corrente', holds: 'account_number' },
  },
  santander: {
    ...USUAL,
    // The path is not in the sources; this one is common among the same gateways.
    tokenPath: '/oauth/token',
    tokenAuth: 'form_secret',
    base: everywhere('/api/v1'),
    header: { name: 'x-application-key', holds: 'client_id' },
    code: 'location',
    errors: 'santander',
    hasNumbersAsText: true,
  },
};
