import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SettingsError } from '../../base/shared/setting-values.ts';
import type { WebAsset } from '../../http/web-asset.ts';
import { toWebAsset } from '../../http/web-asset.ts';
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

import * as z from 'zod/mini';

export type ReleasedScripts = ReadonlyMap<string, ReadonlyMap<string, WebAsset>>;

/** Of letters, digits and what stands between them: a name is never a path. */
const NAME = z.string().check(z.regex(/^\w[\w.+-]{0,99}$/));

/** `releases.json`: the `sri.json` of every version that was released, newest first. */
const releasesSchema = z.array(
  z.object({
    version: NAME,
    files: z.record(NAME, z.object({ path: z.string(), integrity: z.string() })),
  }),
);

/**
 * Throws `SettingsError`. Decision: a missing file, or one without the listed hash, stops the
 * start: a page that names the hash would be blocked by its browser, and another would run what
 * nobody released; left out in silence, either is found out by buyers.
 */
export async function readReleasedScripts(directory: string): Promise<ReleasedScripts> {
  const releases = releasesSchema.safeParse(await readListing(directory)).data;
  if (releases === undefined) throw refused('releases.json is not a list of released versions');
  const read = releases.map(async ({ version, files }) => {
    const assets = Object.entries(files).map(async ([name, { integrity }]) => {
      const text = await readFile(join(directory, version, name), 'utf8').catch(() => null);
      if (text === null) throw refused(`${version}/${name} cannot be read`);
      if (integrityOf(text) !== integrity) {
        throw refused(`${version}/${name} is not the file whose hash releases.json has`);
      }
      return [name, await toWebAsset(text, 'text/javascript; charset=utf-8')] as const;
    });
    const sri = `${JSON.stringify({ version, files }, null, 2)}\n`;
    const listing = toWebAsset(sri, 'application/json').then(
      (asset) => ['sri.json', asset] as const,
    );
    return [version, new Map(await Promise.all([...assets, listing]))] as const;
  });
  return new Map(await Promise.all(read));
}

async function readListing(directory: string): Promise<unknown> {
  const text = await readFile(join(directory, 'releases.json'), 'utf8').catch(() => null);
  if (text === null) throw refused('releases.json cannot be read');
  try {
    return JSON.parse(text);
  } catch {
    throw refused('releases.json is not JSON');
  }
}

function refused(what: string): SettingsError {
  return new SettingsError(`SDK_RELEASES_DIR: ${what}.`);
}
