import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import type { PageFile, PageFiles } from './page-file.ts';

const TYPES: { [extension: string]: string } = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
};
const TEXTS = new Set(['.html', '.js', '.json', '.txt', '.xml']);

/** The documentation site, below `/docs`. Null where there is no such page, or none is built yet. */
export type Docs = { find(pathname: string): Promise<PageFile | null> };

/**
 * Serves the documentation built into `directory`. It is read whole at the first request that finds
 * it there, so that it may be built while the shop already runs. `addresses`: what stands in its
 * pages and samples, each with what this shop's system has in its place.
 */
export function createDocs(directory: string, addresses: ReadonlyMap<string, string>): Docs {
  let reading: Promise<PageFiles> | null = null;
  return {
    async find(pathname) {
      reading ??= readDocs(directory, addresses).catch((error) => {
        reading = null;
        if (error.code === 'ENOENT') return new Map();
        throw error;
      });
      return (await reading).get(pathname.replace(/\/$/, '')) ?? null;
    },
  };
}

async function readDocs(
  directory: string,
  addresses: ReadonlyMap<string, string>,
): Promise<PageFiles> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = new Map<string, PageFile>();
  for (const entry of entries) {
    const extension = extname(entry.name);
    const type = TYPES[extension];
    if (!entry.isFile() || type === undefined) continue;
    const path = join(entry.parentPath, entry.name);
    const body = await readFile(path);
    const urlPath = `/docs/${relative(directory, path).split(sep).join('/')}`;
    files.set(urlPath.replace(/\/index\.html$/, ''), {
      type,
      body: TEXTS.has(extension) ? withAddresses(body, addresses) : body,
      immutable: false,
    });
  }
  return files;
}

/** In one pass: an address put in is not looked at again. */
function withAddresses(body: Buffer, addresses: ReadonlyMap<string, string>): Buffer {
  const written = [...addresses.keys()].join('|').replaceAll('.', '\\.');
  const text = body.toString('utf8');
  return Buffer.from(text.replace(new RegExp(written, 'g'), (one) => addresses.get(one) ?? one));
}
