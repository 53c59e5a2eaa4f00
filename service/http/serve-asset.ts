import type { Context, Hono } from 'hono';
import type { AppEnv } from './app-env.ts';
import type { WebAsset } from './web-asset.ts';

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
