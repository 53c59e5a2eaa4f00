import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';

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

export async function readPageFiles(directory: string, baseUrl: string): Promise<PageFiles> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = new Map<string, PageFile>();
  for (const entry of entries) {
    const type = TYPES[extname(entry.name)];
    if (!entry.isFile() || type === undefined) continue;
    const path = join(entry.parentPath, entry.name);
    const body = await readFile(path);
    const urlPath = `/${relative(directory, path).split(sep).join('/')}`;
    // The page is the one document, in whatever folder the build puts it.
    files.set(entry.name === 'index.html' ? '/' : urlPath, {
      type,
      body: extname(path) === '.html' ? withBaseUrl(body, baseUrl) : body,
      immutable: urlPath.startsWith('/assets/'),
    });
  }
  return files;
}

function withBaseUrl(html: Buffer, baseUrl: string): Buffer {
  return Buffer.from(html.toString('utf8').replaceAll(WRITTEN_BASE_URL, baseUrl));
}
