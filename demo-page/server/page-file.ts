import { readdir, readFile } from 'node:fs/promises';
import { basename, extname, join, relative, sep } from 'node:path';

export type PageFile = { type: string; body: Buffer; immutable: boolean };

/** Files by URL path. Read once at start, so that no request ever becomes a path on the disk. */
export type PageFiles = ReadonlyMap<string, PageFile>;

const TYPES: { [extension: string]: string } = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
};

/** The address the page is written with; the shop's settings may put another in its place. */
const WRITTEN_BASE_URL = 'http://127.0.0.1:4010';

/** The key of the page as it is for an order: no request's path can equal it. */
export const ORDER_PAGE = 'order page';

export async function readPageFiles(directory: string, baseUrl: string): Promise<PageFiles> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = new Map<string, PageFile>();
  for (const entry of entries) {
    const type = TYPES[extname(entry.name)];
    if (!entry.isFile() || type === undefined) continue;
    const path = join(entry.parentPath, entry.name);
    const body = await readFile(path);
    const urlPath = `/${relative(directory, path).split(sep).join('/')}`;
    // A document is served by its name, in whatever folder the build puts it; the shop is the root.
    if (entry.name === 'index.html') {
      const page = withBaseUrl(body.toString('utf8'), baseUrl);
      files.set('/', { type, body: Buffer.from(page), immutable: false });
      files.set(ORDER_PAGE, { type, body: Buffer.from(withResultFirst(page)), immutable: false });
    } else if (entry.name.endsWith('.html')) {
      const page = withBaseUrl(body.toString('utf8'), baseUrl);
      const name = basename(entry.name, '.html');
      files.set(`/${name}`, { type, body: Buffer.from(page), immutable: false });
    } else {
      files.set(urlPath, { type, body, immutable: urlPath.startsWith('/assets/') });
    }
  }
  return files;
}

function withBaseUrl(html: string, baseUrl: string): string {
  return html.replaceAll(WRITTEN_BASE_URL, baseUrl);
}

/** The checkout hidden in place of the result. */
function withResultFirst(html: string): string {
  return html
    .replace(/(<form id="checkout"[^>]*)>/, '$1 hidden>')
    .replace(/(<section id="result"[^>]*) hidden>/, '$1>');
}
