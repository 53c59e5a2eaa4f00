import type { CheckoutConfig } from '../contract/checkout-config.ts';
import { policyHashOf, toWebAsset, type WebAsset } from './web-assets.ts';

export type FrameDocumentName = 'card' | 'hosted';

/** A frame document for one account: its bytes and the headers that guard it. */
export type FrameDocument = { asset: WebAsset; headers: { [name: string]: string } };

/** Documents kept compressed; the least recently made goes first. */
const MAX_KEPT = 500;

const EMPTY_CONFIG = '<script type="application/json" id="config">null</script>';

/**
 * Makes frame documents. The configuration of the account is written into the document, so that
 * the frame knows it without a request. Decision: design 4.6 lets the frame read it at its own
 * origin in parallel with its start; in the document it is there before the start.
 * An unknown, revoked or missing key gets the same bytes and status as any other such key.
 */
export function createFrameDocuments(documents: { card: string; hosted: string }) {
  const kept = new Map<string, Promise<FrameDocument>>();
  const inline = { card: readInline(documents.card), hosted: readInline(documents.hosted) };

  return function frameDocument(
    name: FrameDocumentName,
    account: { publicKey: string; config: CheckoutConfig } | null,
  ): Promise<FrameDocument> {
    const config = JSON.stringify(account?.config ?? null).replaceAll('<', '\\u003c');
    const ancestors = frameAncestors(account);
    const id = `${name} ${ancestors} ${config}`;
    const known = kept.get(id);
    if (known !== undefined) return known;
    const made = make(name, config, ancestors);
    kept.set(id, made);
    for (const oldest of kept.keys()) {
      if (kept.size <= MAX_KEPT) break;
      kept.delete(oldest);
    }
    return made;
  };

  async function make(
    name: FrameDocumentName,
    config: string,
    ancestors: string,
  ): Promise<FrameDocument> {
    const html = documents[name].replace(EMPTY_CONFIG, () =>
      EMPTY_CONFIG.replace('null', () => config),
    );
    return {
      asset: await toWebAsset(html, 'text/html; charset=utf-8'),
      headers: {
        ...COMMON_HEADERS,
        ...(name === 'card' ? CARD_HEADERS : HOSTED_HEADERS),
        'Content-Security-Policy': contentSecurityPolicy(inline[name], ancestors),
      },
    };
  }
}

/**
 * Who may embed a document: the account's registered origins; any page for a sandbox account that
 * registered none; nobody for a live one that registered none, or for a key we do not know.
 */
function frameAncestors(account: { publicKey: string; config: CheckoutConfig } | null): string {
  if (account === null) return "'none'";
  const { origins } = account.config;
  if (origins.length > 0) return origins.join(' ');
  return account.publicKey.startsWith('pk_live_') ? "'none'" : '*';
}

function contentSecurityPolicy(
  inline: { script: string; style: string },
  ancestors: string,
): string {
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
  ].join('; ');
}

/** The one inline script and style of a document, as hash sources. */
function readInline(html: string): { script: string; style: string } {
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
  'Cache-Control': 'no-cache',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Origin-Agent-Cluster': '?1',
  'Referrer-Policy': 'strict-origin',
};

/** Nothing a browser could offer a page is needed to type a card. */
const NO_FEATURES =
  'accelerometer=(), autoplay=(), camera=(), display-capture=(), encrypted-media=(), ' +
  'fullscreen=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), ' +
  'screen-wake-lock=(), serial=(), usb=(), xr-spatial-tracking=()';

const CARD_HEADERS = {
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Permissions-Policy': `${NO_FEATURES}, payment=(), publickey-credentials-get=()`,
};

/** No embedder policy: a challenge shows banks' pages, which send none. Banks may ask a passkey. */
const HOSTED_HEADERS = { 'Permissions-Policy': NO_FEATURES };
