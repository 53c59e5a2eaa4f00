import type { FrameRefusal } from '../../../contract/checkout-config.ts';
import type { FrameFont } from '../../../contract/frame-font.ts';
import type { CheckoutConfig } from '../../../contract/published-types.ts';
import type { WebAsset } from '../../http/web-asset.ts';
import { toWebAsset } from '../../http/web-asset.ts';
import { policyHashOf } from './web-assets.ts';

export type FrameDocumentName = 'card' | 'hosted' | 'payment' | 'pix' | 'stage';

type AccountOfKey = { publicKey: string; config: CheckoutConfig } | null;

/**
 * `account`: null for an unknown key. `embedder`: the page's origin, where the browser names one.
 */
export type FrameRequest = { account: AccountOfKey; embedder: string | null };

export type FrameDocument = { asset: WebAsset; headers: { [name: string]: string } };

/** Whether the origin of the card, and that of the stage, share their site with another of ours. */
export type SharedSites = { checkout: boolean; stage: boolean };

/** Documents kept compressed; the least recently made goes first. */
const MAX_KEPT = 500;

function refusalOf(account: AccountOfKey, embedder: string | null): FrameRefusal | null {
  if (account === null) return { refused: 'UNAUTHORIZED' };
  return mayEmbed(account, embedder) ? null : { refused: 'ORIGIN_NOT_REGISTERED' };
}

/** It runs no provider's script and is told what it asks for alone, to stay within its bytes. */
function forCard({ config }: { config: CheckoutConfig }): object {
  const { canTransact, reason, capabilities, origins, installmentTable, savedCards } = config;
  const { tokenization, threeDS, antifraud } = capabilities;
  return {
    canTransact,
    ...(reason === null ? {} : { reason }),
    paymentMethods: config.paymentMethods.filter((method) => method === 'credit_card'),
    capabilities: {
      tokenization: tokenization.enabled
        ? { enabled: true, cardOnFile: tokenization.cardOnFile }
        : tokenization,
      threeDS: threeDS.enabled
        ? { enabled: true, flow: threeDS.flow, needsCard: threeDS.needsCard }
        : threeDS,
      antifraud,
    },
    origins,
    installmentTable,
    savedCards,
  };
}

const TOLD: {
  [name in FrameDocumentName]: (account: NonNullable<AccountOfKey>) => object;
} = {
  card: forCard,
  hosted: ({ config }) => config,
  payment: ({ config }) => ({ ...forCard({ config }), paymentMethods: config.paymentMethods }),
  pix: ({ config }) => ({ origins: config.origins }),
  stage: ({ config }) => config,
};

const EMPTY_CONFIG = '<script type="application/json" id="config">null</script>';

/**
 * The account's configuration is written into the document, so that the frame needs no request. An
 * unknown, revoked or missing key gets the same bytes and status.
 *
 * Decision: a document that shows nothing may be embedded by any page, since it holds nothing of
 * any account, and says in one word why: a page that a browser kept it from would wait for seconds
 * and learn nothing. One that hides its origin, or sits in another page, gets the document that
 * only its `frame-ancestors` guard.
 */
export function createFrameDocuments(
  documents: Record<FrameDocumentName, string>,
  sharedSites: SharedSites,
  fonts: readonly FrameFont[] = [],
) {
  const kept = new Map<string, Promise<FrameDocument>>();
  const inline = {
    card: readInline(documents.card),
    hosted: readInline(documents.hosted),
    payment: readInline(documents.payment),
    pix: readInline(documents.pix),
    stage: readInline(documents.stage),
  };

  return function frameDocument(
    name: FrameDocumentName,
    { account, embedder }: FrameRequest,
  ): Promise<FrameDocument> {
    // The stage speaks to our own hosted document alone, which was refused before.
    const refusal = name === 'stage' ? null : refusalOf(account, embedder);
    const isDrawn = isOwn(name);
    const keptFonts = isDrawn && fonts.length > 0 ? { fonts } : {};
    const told = refusal ?? (account && { ...TOLD[name](account), ...keptFonts });
    const config = JSON.stringify(told).replaceAll('<', '\\u003c');
    const served = refusal === null ? account : null;
    const ancestors = refusal === null ? frameAncestors(account) : '*';
    const policy = [
      ...POLICIES[name](inline[name], served, ancestors),
      ...(served !== null && 'fonts' in keptFonts ? ["font-src 'self'"] : []),
    ].join('; ');
    const id = `${name} ${policy} ${config}`;
    const known = kept.get(id);
    if (known !== undefined) return known;
    const made = make(name, config, policy);
    kept.set(id, made);
    for (const oldest of kept.keys()) {
      if (kept.size <= MAX_KEPT) break;
      kept.delete(oldest);
    }
    return made;
  };

  async function make(name: FrameDocumentName, config: string, policy: string) {
    const html = documents[name].replace(EMPTY_CONFIG, () =>
      EMPTY_CONFIG.replace('null', () => config),
    );
    return {
      asset: await toWebAsset(html, 'text/html; charset=utf-8'),
      headers: {
        ...COMMON_HEADERS,
        ...(isOwn(name) ? CARD_HEADERS : BANK_HEADERS),
        ...(sharedSites[name === 'stage' ? 'stage' : 'checkout'] ? KEYED_BY_ORIGIN : {}),
        'Content-Security-Policy': policy,
      },
    };
  }
}

function isOwn(name: FrameDocumentName): boolean {
  return name !== 'hosted' && name !== 'stage';
}

/** A page that names no origin is left to the browser, which asks `frame-ancestors`. */
function mayEmbed(account: NonNullable<AccountOfKey>, embedder: string | null): boolean {
  const ancestors = frameAncestors(account);
  return embedder === null || ancestors === '*' || ancestors.split(' ').includes(embedder);
}

/**
 * The registered origins; any page for a sandbox account without; nobody for a live one without.
 */
function frameAncestors(account: AccountOfKey): string {
  if (account === null) return "'none'";
  const { origins } = account.config;
  if (origins.length > 0) return origins.join(' ');
  return account.publicKey.startsWith('pk_live_') ? "'none'" : '*';
}

type Inline = { script: string; style: string };

const POLICIES: {
  [name in FrameDocumentName]: (
    inline: Inline,
    account: AccountOfKey,
    ancestors: string,
  ) => string[];
} = {
  card: ownPolicy,
  payment: ownPolicy,
  pix: ownPolicy,
  hosted: (inline, account, ancestors) => [
    ...ownPolicy(inline, account, ancestors),
    `frame-src ${account?.config.threeDSStageUrl ?? "'none'"}`,
  ],
  stage: stagePolicy,
};

/** What runs our own code alone, since it shares the origin of the card. */
function ownPolicy(inline: Inline, _account: AccountOfKey, ancestors: string): string[] {
  return [
    "default-src 'none'",
    `script-src 'self' ${inline.script}`,
    `style-src ${inline.style}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${ancestors}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ];
}

/**
 * Banks' hosts cannot be listed, so frames and forms may go to any https one; a provider may style
 * through the object model. The merchant's page is named, since every ancestor is checked. No
 * Trusted Types: the script is not ours.
 */
function stagePolicy(inline: Inline, account: AccountOfKey, merchants: string): string[] {
  const threeDS = account?.config.capabilities.threeDS;
  const hosts = threeDS?.enabled ? threeDS.hosts : { script: [], connect: [], frame: [] };
  const frames = ['https:', ...hosts.frame].join(' ');
  return [
    "default-src 'none'",
    `script-src ${[inline.script, ...hosts.script].join(' ')}`,
    `style-src ${inline.style}`,
    `connect-src ${hosts.connect.join(' ') || "'none'"}`,
    `frame-src ${frames}`,
    "base-uri 'none'",
    `form-action ${frames}`,
    `frame-ancestors ${withHosted(account, merchants)}`,
  ];
}

/** `*` and `'none'` stand alone. */
function withHosted(account: AccountOfKey, merchants: string): string {
  const isAlone = /^('none'|\*)$/.test(merchants);
  return isAlone ? merchants : `${account?.config.checkoutUrl} ${merchants}`;
}

/** What may be around a document at the stage's origin: the hosted one, in pages of the merchant. */
export function stageAncestors(account: NonNullable<AccountOfKey>): string {
  return withHosted(account, frameAncestors(account));
}

function readInline(html: string): Inline {
  const script = /<script type="module">([\s\S]*?)<\/script>/.exec(html)?.[1];
  const style = /<style>([\s\S]*?)<\/style>/.exec(html)?.[1];
  if (script === undefined || !html.includes(EMPTY_CONFIG)) {
    throw new Error('the frame document was not built as expected');
  }
  return {
    script: policyHashOf(script),
    style: style === undefined ? "'none'" : policyHashOf(style),
  };
}

const COMMON_HEADERS = {
  // Decision: never shown again unasked: its key may be revoked by then, its page no longer let in.
  'Cache-Control': 'no-cache',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Referrer-Policy': 'strict-origin',
};

/** A process apart from its site's others; it costs the first mount one (design, section 1). */
const KEYED_BY_ORIGIN = { 'Origin-Agent-Cluster': '?1' };

/** What a page could otherwise lend us that a card form has no use for. */
const NO_FEATURES = 'camera=(), display-capture=(), geolocation=(), microphone=(), usb=()';

const CARD_HEADERS = {
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Permissions-Policy': `${NO_FEATURES}, payment=(), publickey-credentials-get=()`,
};

/** No embedder policy: a challenge shows banks' pages, which send none. Banks may ask a passkey. */
const BANK_HEADERS = { 'Permissions-Policy': NO_FEATURES };
