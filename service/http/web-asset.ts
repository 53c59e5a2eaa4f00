import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

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
