import { createHash } from 'node:crypto';
import type { WebAsset } from '../../http/web-asset.ts';
import { toWebAsset } from '../../http/web-asset.ts';
import type { ReleasedScripts } from './released-scripts.ts';
import type { WebAssets } from './web-assets.ts';
import { integrityOf } from './web-assets.ts';

export type SdkScripts = {
  /** Names this exact build with this checkout_url: the folder of its immutable address. */
  version: string;
  files: ReadonlyMap<string, WebAsset>;
  earlier: ReleasedScripts;
};

const MAIN = 'checkout-sdk.js';
const FLOWS = 'checkout-sdk-flows.js';
const PIX = 'checkout-sdk-pix.js';
const PAYMENT = 'checkout-sdk-payment.js';

/** What each is for, as PCI DSS 6.4.3 asks a merchant to keep of every script of a payment page. */
const PURPOSES = {
  [MAIN]: 'Starts the checkout, opens its frames on their own origin and speaks with them.',
  [FLOWS]:
    'Leads a card payment that the page drives, 3-D Secure included; loaded when one begins.',
  [PIX]: 'Shows a PIX in its frame; loaded when one is mounted.',
  [PAYMENT]: 'Mounts the element of every method; loaded when one is mounted.',
};

/** Writes the service's values in; `sri.json` and `inventory.json` have hashes of served bytes. */
export async function createSdkScripts(
  { sdk: scripts, builtAt }: Pick<WebAssets, 'sdk' | 'builtAt'>,
  checkoutUrl: string,
  release: string,
  earlier: ReleasedScripts = new Map(),
): Promise<SdkScripts> {
  // Each writes the hash of the one it loads.
  const pix = textOf(scripts, PIX);
  const payment = textOf(scripts, PAYMENT);
  const flows = textOf(scripts, FLOWS)
    .replace('%PIX_INTEGRITY%', () => integrityOf(pix))
    .replace('%PAYMENT_INTEGRITY%', () => integrityOf(payment));
  const main = textOf(scripts, MAIN)
    .replace('%CHECKOUT_URL%', () => checkoutUrl)
    .replace('%FLOWS_INTEGRITY%', () => integrityOf(flows));
  const version = `${release}-${createHash('sha256').update(main).digest('hex').slice(0, 8)}`;
  const built = [
    [MAIN, main],
    [FLOWS, flows],
    [PIX, pix],
    [PAYMENT, payment],
  ] as const;
  const sri = {
    version,
    files: Object.fromEntries(
      built.map(([name, text]) => [
        name,
        { path: `/checkout/sdk/${version}/${name}`, integrity: integrityOf(text) },
      ]),
    ),
  };
  const inventory = built.map(([name, text]) => {
    const hash = { integrity: integrityOf(text), date: builtAt.toISOString() };
    return { script: sri.files[name]?.path, purpose: PURPOSES[name], ...hash };
  });
  const toJson = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
  const script = 'text/javascript; charset=utf-8';
  const files = [
    ...built.map(([name, text]) => [name, text, script] as const),
    ['sri.json', toJson(sri), 'application/json'],
    ['inventory.json', toJson({ version, scripts: inventory }), 'application/json'],
  ] as const;
  const assets = await Promise.all(
    files.map(async ([name, text, type]) => [name, await toWebAsset(text, type)] as const),
  );
  return { version, files: new Map(assets), earlier };
}

function textOf(scripts: ReadonlyMap<string, string>, name: string): string {
  const text = scripts.get(name);
  if (text === undefined) throw new Error(`the build made no ${name}`);
  return text;
}
