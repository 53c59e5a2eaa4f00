import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { SettingsError } from '../../base/shared/settings-error.ts';
import type { WebAsset } from '../../http/web-asset.ts';
import { toWebAsset } from '../../http/web-asset.ts';
import { integrityOf } from './web-assets.ts';

export type ReleasedScripts = ReadonlyMap<string, ReadonlyMap<string, WebAsset>>;

/** Of letters, digits and what stands between them: a name is never a path. */
const NAME = z.string().check(z.regex(/^\w[\w.+-]{0,99}$/));

/** `releases.json`: the `sri.json` of every version that was released, newest first. */
const releasesSchema = z.array(
  z.object({
    version: NAME,
    files: z.record(NAME, z.object({ path: z.string(), integrity: z.string() })),
  }),
);

/**
 * Throws `SettingsError`. Decision: a missing file, or one without the listed hash, stops the
 * start: a page that names the hash would be blocked by its browser, and another would run what
 * nobody released; left out in silence, either is found out by buyers.
 */
export async function readReleasedScripts(directory: string): Promise<ReleasedScripts> {
  const releases = releasesSchema.safeParse(await readListing(directory)).data;
  if (releases === undefined) throw refused('releases.json is not a list of released versions');
  const read = releases.map(async ({ version, files }) => {
    const assets = Object.entries(files).map(async ([name, { integrity }]) => {
      const text = await readFile(join(directory, version, name), 'utf8').catch(() => null);
      if (text === null) throw refused(`${version}/${name} cannot be read`);
      if (integrityOf(text) !== integrity) {
        throw refused(`${version}/${name} is not the file whose hash releases.json has`);
      }
      return [name, await toWebAsset(text, 'text/javascript; charset=utf-8')] as const;
    });
    const sri = `${JSON.stringify({ version, files }, null, 2)}\n`;
    const listing = toWebAsset(sri, 'application/json').then(
      (asset) => ['sri.json', asset] as const,
    );
    return [version, new Map(await Promise.all([...assets, listing]))] as const;
  });
  return new Map(await Promise.all(read));
}

async function readListing(directory: string): Promise<unknown> {
  const text = await readFile(join(directory, 'releases.json'), 'utf8').catch(() => null);
  if (text === null) throw refused('releases.json cannot be read');
  try {
    return JSON.parse(text);
  } catch {
    throw refused('releases.json is not JSON');
  }
}

function refused(what: string): SettingsError {
  return new SettingsError(`SDK_RELEASES_DIR: ${what}.`);
}
