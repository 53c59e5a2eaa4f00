import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context, Hono } from 'hono';
import type { AppEnv } from './app-env.ts';

export type WebAsset = {
  contentType: string;
  etag: string;
  identity: Uint8Array<ArrayBuffer>;
  br: Uint8Array<ArrayBuffer>;
  gzip: Uint8Array<ArrayBuffer>;
};

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

/** Answers with an asset in the best encoding the caller takes, or 304 where it has it already. */
export function serveAsset(
  c: Context<AppEnv>,
  asset: WebAsset,
  headers: { [name: string]: string },
): Response {
  const all = { ...headers, ETag: asset.etag, Vary: 'Accept-Encoding' };
  if (c.req.header('if-none-match') === asset.etag) return c.body(null, 304, all);
  const encoding = acceptedEncoding(c);
  return c.body(asset[encoding ?? 'identity'], 200, {
    ...all,
    'Content-Type': asset.contentType,
    ...(encoding === undefined ? {} : { 'Content-Encoding': encoding }),
  });
}

/** An address that changes with the bytes, so that browsers keep what is there for ever. */
export function assetPath(name: string, { etag }: Pick<WebAsset, 'etag'>): string {
  return `/assets/${etag.replaceAll('"', '')}/${name}`;
}

/** Serves each file at its address. */
export function assetRoutes(app: Hono<AppEnv>, assets: ReadonlyMap<string, WebAsset>): void {
  for (const [name, asset] of assets) {
    app.get(assetPath(name, asset), async (c) => {
      c.set('route', '/assets/:name');
      return serveAsset(c, asset, { 'Cache-Control': 'public, max-age=31536000, immutable' });
    });
  }
}

export function acceptedEncoding(c: Context<AppEnv>): 'br' | 'gzip' | undefined {
  const accepted = (c.req.header('accept-encoding') ?? '').split(/\s*,\s*/);
  return (['br', 'gzip'] as const).find((name) => accepted.includes(name));
}
