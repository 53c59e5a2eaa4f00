import type { PageFile, PageFiles } from './page-file.ts';
import { readFiles } from './page-file.ts';

const TEXTS = ['.html', '.js', '.json', '.md', '.txt', '.xml'];

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
  const files = await readFiles(directory, { addresses, texts: TEXTS });
  const byAddress = (path: string) => `/docs${path}`.replace(/\/index\.html$/, '');
  return new Map([...files].map(([path, file]) => [byAddress(path), file]));
}
