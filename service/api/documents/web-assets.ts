import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FrameFont } from '../../../contract/frame-font.ts';
import { SettingsError } from '../../base/shared/setting-values.ts';
import type { WebAsset } from '../../http/web-asset.ts';
import { toWebAsset } from '../../http/web-asset.ts';

export type WebAssets = {
  /** Documents of the hosted frame, with the place for the configuration still empty. */
  documents: { card: string; hosted: string; payment: string; pix: string; stage: string };
  chunks: ReadonlyMap<string, WebAsset>;
  /** Scripts of the sdk by file name, with the service's own values still to be written in. */
  sdk: ReadonlyMap<string, string>;
  builtAt: Date;
  dashboard: ReadonlyMap<string, WebAsset>;
  /** The same of the payment pages. */
  paymentPage: ReadonlyMap<string, WebAsset>;
};

/** Reads the build's output below `directory` once; a missing file is an error of the build. */
export async function readWebAssets(directory: string): Promise<WebAssets> {
  const text = (...path: string[]) => readFile(join(directory, ...path), 'utf8');
  const chunkNames = await readdir(join(directory, 'hosted-frame', 'assets'));
  const chunks = await Promise.all(
    chunkNames.map(async (name) => {
      const code = await text('hosted-frame', 'assets', name);
      return [name, await toWebAsset(code, 'text/javascript; charset=utf-8')] as const;
    }),
  );
  const sdkNames = (await readdir(join(directory, 'sdk'))).filter((name) => name.endsWith('.js'));
  const sdk = await Promise.all(
    sdkNames.map(async (name) => [name, await text('sdk', name)] as const),
  );
  const filesOf = async (folder: string) => {
    const names = await readdir(join(directory, folder));
    const files = names.map(async (name) => {
      const contentType = name.endsWith('.css') ? 'text/css' : 'text/javascript';
      const asset = await toWebAsset(await text(folder, name), `${contentType}; charset=utf-8`);
      return [name, asset] as const;
    });
    return new Map(await Promise.all(files));
  };
  return {
    documents: {
      card: await text('hosted-frame', 'card.html'),
      hosted: await text('hosted-frame', 'hosted.html'),
      payment: await text('hosted-frame', 'payment.html'),
      pix: await text('hosted-frame', 'pix.html'),
      stage: await text('hosted-frame', 'stage.html'),
    },
    chunks: new Map(chunks),
    sdk: new Map(sdk),
    builtAt: (await stat(join(directory, 'sdk', 'checkout-sdk.js'))).mtime,
    dashboard: await filesOf('dashboard'),
    paymentPage: await filesOf('payment-page'),
  };
}

/** A subresource-integrity hash over exactly the bytes that are served. */
export function integrityOf(text: string): string {
  return `sha384-${createHash('sha384').update(text, 'utf8').digest('base64')}`;
}

/** A hash source of a content security policy for an inline script or style. */
export function policyHashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}'`;
}

export type KeptFonts = {
  list: readonly FrameFont[];
  files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
};

export const NO_FONTS: KeptFonts = { list: [], files: new Map() };

/** `Open Sans.woff2`, `Open Sans-600.woff2`, and `Open Sans-300-800.woff2` of a variable font. */
const NAME =
  /^([A-Za-z][A-Za-z0-9]*(?: [A-Za-z][A-Za-z0-9]*)*)(?:-([1-9]00)(?:-([1-9]00))?)?\.woff2$/;

/** Every document of a card names all of them. */
const MOST_FILES = 20;

/** A buyer on a phone waits for it; one with the letters of Latin alone has a tenth of that. */
const MOST_BYTES = 256 * 1024;

/**
 * WOFF2 files, each named by its family and weight. Throws `SettingsError`. Decision: the operator
 * says which, each one whole file. A browser fetches a part for a range of characters when one
 * needs it, so pieces of a page's choice would spell to their host what is typed.
 */
export async function readKeptFonts(directory: string): Promise<KeptFonts> {
  const names = await readdir(directory).catch(() => null);
  if (names === null) throw refused('the folder cannot be read');
  const fonts = names.filter((name) => name.endsWith('.woff2')).sort();
  if (fonts.length > MOST_FILES) throw refused(`there are more than ${MOST_FILES} fonts`);
  const read = await Promise.all(fonts.map((name) => readFont(directory, name)));
  return {
    list: read.map(({ font }) => font),
    files: new Map(read.map(({ font, bytes }) => [font.file, bytes])),
  };
}

async function readFont(directory: string, name: string) {
  const [, family, from = '400', to] = NAME.exec(name) ?? [];
  if (family === undefined || (to !== undefined && to <= from)) {
    throw refused(`${name} is not named as Open Sans-600.woff2 or Open Sans-300-800.woff2 is`);
  }
  const bytes = await readFile(join(directory, name)).catch(() => null);
  if (bytes === null) throw refused(`${name} cannot be read`);
  if (bytes.toString('latin1', 0, 4) !== 'wOF2') throw refused(`${name} is no WOFF2`);
  if (bytes.length > MOST_BYTES) throw refused(`${name} has more than ${MOST_BYTES} bytes`);
  const weight = to === undefined ? from : `${from} ${to}`;
  // By content, so that browsers may keep it for good.
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 8);
  const file = `${family} ${weight} ${hash}.woff2`.replaceAll(' ', '-').toLowerCase();
  return { font: { family, weight, file }, bytes: new Uint8Array(bytes) };
}

function refused(what: string): SettingsError {
  return new SettingsError(`FONTS_DIR: ${what}.`);
}
