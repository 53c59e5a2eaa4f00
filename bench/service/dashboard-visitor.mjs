import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';

const OWNER = 'owner@tresmarias.example';

/** Asks the dashboard of a service that runs for pages; nobody where there is no cookie. */
export function visitorOf({ dashboard }, cookie = '') {
  async function open(path) {
    const response = await fetch(`${dashboard}${path}`, {
      headers: { cookie },
      redirect: 'manual',
    });
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
    return response;
  }
  return { open, page: async (path) => (await open(path)).text() };
}

export async function signIn({ dashboard }) {
  const asked = await fetch(`${dashboard}/sign-in`);
  const [, token = ''] = /name="_token" value="([^"]+)"/.exec(await asked.text()) ?? [];
  const entered = await fetch(`${dashboard}/sign-in/as`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: dashboard, cookie: cookieOf(asked) },
    body: new URLSearchParams({ _token: token, email: OWNER, to: '/' }),
  });
  if (entered.status !== 303) throw new Error(`signing in answered ${entered.status}`);
  return visitorOf({ dashboard }, cookieOf(entered));
}

function cookieOf(response) {
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

/** In brotli, all asked for at once: requests in series are two, or one where nothing is named. */
export async function weigh(visitor, path) {
  const html = await visitor.page(path);
  const names = [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, name]) => name);
  const files = await Promise.all(names.map((name) => visitor.page(name)));
  for (const [index, text] of files.entries()) {
    // A module that another one loads would be a third in series.
    if (/\bimport\s*["'{*]|\bfrom\s*["']\.|@import/.test(text)) {
      throw new Error(`${names[index]} loads more`);
    }
  }
  const sizes = [html, ...files].map((text) => brotliCompressSync(text).length);
  return {
    html: Buffer.byteLength(html),
    brotli: sizes.reduce((sum, size) => sum + size, 0),
    requests: sizes.length,
    inSeries: files.length === 0 ? 1 : 2,
  };
}

export function residentBytes(pid) {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return Number(kilobytes) * 1024;
  } catch {
    return Number.NaN;
  }
}
