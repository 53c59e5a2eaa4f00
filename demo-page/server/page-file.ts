import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';

export type PageFile = { type: string; body: Buffer; immutable: boolean };

/** Files by URL path. Read once, so that no request ever becomes a path on the disk. */
export type PageFiles = ReadonlyMap<string, PageFile>;

const TYPES: { [extension: string]: string } = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
};

/** The address the page is written with; the shop's settings may put another in its place. */
const WRITTEN_BASE_URL = 'http://127.0.0.1:4010';

export async function readPageFiles(directory: string, baseUrl: string): Promise<PageFiles> {
  const addresses = new Map([[WRITTEN_BASE_URL, baseUrl]]);
  const files = new Map<string, PageFile>();
  for (const [path, file] of await readFiles(directory, { addresses, texts: ['.html'] })) {
    // A document is served by its name, in whatever folder the build puts it; the shop is the root.
    const [, name] = /([^/]+)\.html$/.exec(path) ?? [];
    if (name === undefined) files.set(path, { ...file, immutable: path.startsWith('/assets/') });
    else files.set(name === 'index' ? '/' : `/${name}`, file);
  }
  return files;
}

/**
 * The files of a folder that browsers are meant to load, by their path in it. `addresses`: what
 * stands in files of the kinds `texts`, each with what takes its place.
 */
export async function readFiles(
  directory: string,
  { addresses, texts }: { addresses: ReadonlyMap<string, string>; texts: readonly string[] },
): Promise<PageFiles> {
  const files = new Map<string, PageFile>();
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    const extension = extname(entry.name);
    const type = TYPES[extension];
    if (!entry.isFile() || type === undefined) continue;
    const path = join(entry.parentPath, entry.name);
    const read = await readFile(path);
    const body = texts.includes(extension) ? withAddresses(read, addresses) : read;
    const urlPath = `/${relative(directory, path).split(sep).join('/')}`;
    files.set(urlPath, { type, body, immutable: false });
  }
  return files;
}

/** In one pass: an address put in is not looked at again. */
function withAddresses(body: Buffer, addresses: ReadonlyMap<string, string>): Buffer {
  const written = [...addresses.keys()].join('|').replaceAll('.', '\\.');
  const text = body.toString('utf8');
  return Buffer.from(text.replace(new RegExp(written, 'g'), (one) => addresses.get(one) ?? one));
}
