import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context } from 'hono';
import type { AppEnv } from '../../http/app-env.ts';
import { acceptedEncoding } from '../../http/serve-asset.ts';
import type { PageOptions } from './route.ts';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
/** A quarter of the bytes in about a millisecond; a better one takes far longer for little. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/**
 * Decision: a page is compressed where nobody else can have put anything into it, which is one that
 * was asked for by an address without a query. Whoever sees the size of compressed pages that hold
 * a secret beside a guess of theirs finds the secret out guess by guess (BREACH), and a page
 * elsewhere can lead a browser to any address, but post no form. The token of forms is masked anew
 * for every page besides, so that no two of them have one to find.
 */
export async function sendPage(
  c: Context<AppEnv>,
  html: string,
  status: NonNullable<PageOptions['status']>,
): Promise<Response> {
  c.header('Vary', 'Accept-Encoding');
  const isOwnAlone = c.req.method === 'GET' && new URL(c.req.url).search === '';
  const encoding = isOwnAlone ? acceptedEncoding(c) : undefined;
  if (encoding === undefined) return c.html(html, status);
  const body = await (encoding === 'br' ? brotli(html, BROTLI) : zip(html));
  return c.body(new Uint8Array(body), status, {
    'Content-Type': 'text/html; charset=UTF-8',
    'Content-Encoding': encoding,
  });
}
