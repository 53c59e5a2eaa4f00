import type { WebAsset } from '../../http/web-asset.ts';

/** An address that changes with the bytes, so that browsers keep what is there for ever. */
export function assetPath(name: string, { etag }: Pick<WebAsset, 'etag'>): string {
  return `/assets/${etag.replaceAll('"', '')}/${name}`;
}
