import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** A file as it is served: its bytes in three encodings, and its name by content. */
export type WebAsset = {
  contentType: string;
  etag: string;
  identity: Uint8Array<ArrayBuffer>;
  br: Uint8Array<ArrayBuffer>;
  gzip: Uint8Array<ArrayBuffer>;
};

/** What the build made for browsers. */
export type WebAssets = {
  /** Documents of the hosted frame, with the place for the configuration still empty. */
  documents: { card: string; hosted: string; pix: string; stage: string };
  /** Hashed files the documents load later, by file name. */
  chunks: ReadonlyMap<string, WebAsset>;
  /** Scripts of the sdk by file name, with the service's own values still to be written in. */
  sdk: ReadonlyMap<string, string>;
  /** Styles and scripts of the dashboard by file name. */
  dashboard: ReadonlyMap<string, WebAsset>;
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
  const dashboardNames = await readdir(join(directory, 'dashboard'));
  const dashboard = await Promise.all(
    dashboardNames.map(async (name) => {
      const contentType = name.endsWith('.css') ? 'text/css' : 'text/javascript';
      return [
        name,
        await toWebAsset(await text('dashboard', name), `${contentType}; charset=utf-8`),
      ] as const;
    }),
  );
  return {
    documents: {
      card: await text('hosted-frame', 'card.html'),
      hosted: await text('hosted-frame', 'hosted.html'),
      pix: await text('hosted-frame', 'pix.html'),
      stage: await text('hosted-frame', 'stage.html'),
    },
    chunks: new Map(chunks),
    sdk: new Map(sdk),
    dashboard: new Map(dashboard),
  };
}

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

export async function toWebAsset(text: string, contentType: string): Promise<WebAsset> {
  const identity = new Uint8Array(Buffer.from(text, 'utf8'));
  const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  const [br, zipped] = await Promise.all([
    compressBrotli(identity, { params: quality }),
    compressGzip(identity, { level: 9 }),
  ]);
  return {
    contentType,
    etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
    identity,
    br: new Uint8Array(br),
    gzip: new Uint8Array(zipped),
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
