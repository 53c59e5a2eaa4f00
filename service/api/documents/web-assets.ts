import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
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
