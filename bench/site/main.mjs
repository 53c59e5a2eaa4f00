import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { brotliCompressSync, constants } from 'node:zlib';
import { channelFrame, channelPage } from './channel-page.mjs';
import { merchantPage } from './merchant-page.mjs';

// A process of its own, so that nobody waits for the measuring one: the merchant's site, the
// floor's script host and the floor's frame host. Tells its three addresses to its parent.

function read(path) {
  return readFileSync(new URL(path, import.meta.url), 'utf8');
}
const floorScript = staticFile(read('../floor/floor.js'), {
  type: 'text/javascript',
  cache: 'public, max-age=300, must-revalidate',
});
const floorFrame = staticFile(read('../floor/frame.html'), {
  type: 'text/html',
  cache: 'no-cache',
});
const [, , channelFile] = process.argv;
const channelScript = staticFile(
  channelFile === undefined ? '' : readFileSync(channelFile, 'utf8'),
  { type: 'text/javascript', cache: 'no-cache' },
);

function html(text) {
  return staticFile(text, { type: 'text/html', cache: 'no-store' });
}

function merchant(request, response) {
  const { pathname, searchParams } = new URL(request.url, 'http://localhost');
  if (pathname === '/blank') return blank(response);
  if (pathname === '/channel.js') return channelScript(request, response);
  if (pathname === '/channel') return html(channelPage(searchParams))(request, response);
  return html(merchantPage(pathname.slice(1), searchParams))(request, response);
}

/** Isolated, so that its clock has a resolution of 5 microseconds. */
function blank(response) {
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
  });
  response.end('<!doctype html><title>Blank</title>');
}

function frameHost(request, response) {
  const { pathname } = new URL(request.url, 'http://localhost');
  if (pathname === '/frame') return floorFrame(request, response);
  if (pathname === '/channel.js') return channelScript(request, response);
  if (pathname.startsWith('/channel-')) return html(channelFrame(pathname))(request, response);
  request.resume();
  request.on('end', () => {
    response.setHeader('content-type', 'application/json');
    response.end('{"token":"tok_floor"}');
  });
}

async function listen(handler, name) {
  const server = createServer(handler);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://${name}:${server.address().port}`;
}

process.send({
  merchant: await listen(merchant, 'localhost'),
  base: await listen(floorScript, '127.0.0.1'),
  frame: await listen(frameHost, '127.0.0.1'),
});
process.on('disconnect', () => process.exit(0));

function staticFile(text, { type, cache }) {
  const identity = Buffer.from(text, 'utf8');
  const brotli = brotliCompressSync(identity, {
    params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
  });
  const etag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`;
  return function serve(request, response) {
    const takesBrotli = String(request.headers['accept-encoding']).includes('br');
    const headers = { 'cache-control': cache, etag, vary: 'accept-encoding' };
    if (request.headers['if-none-match'] === etag) {
      response.writeHead(304, headers).end();
      return;
    }
    const body = takesBrotli ? brotli : identity;
    response.writeHead(200, {
      ...headers,
      'content-type': `${type}; charset=utf-8`,
      'content-length': body.length,
      ...(takesBrotli ? { 'content-encoding': 'br' } : {}),
    });
    response.end(body);
  };
}
