import type { WebAsset } from '../web/web-assets.ts';

/** An address that changes with the bytes, so that browsers keep what is there for ever. */
export function assetPath(name: string, { etag }: Pick<WebAsset, 'etag'>): string {
  return `/assets/${etag.replaceAll('"', '')}/${name}`;
}
