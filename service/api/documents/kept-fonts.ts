import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FrameFont } from '../../../contract/frame-font.ts';
import { SettingsError } from '../../base/shared/settings-error.ts';

export type KeptFonts = {
  list: readonly FrameFont[];
  files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
};

export const NO_FONTS: KeptFonts = { list: [], files: new Map() };

/** `Open Sans.woff2`, `Open Sans-600.woff2`, and `Open Sans-300-800.woff2` of a variable font. */
const NAME =
  /^([A-Za-z][A-Za-z0-9]*(?: [A-Za-z][A-Za-z0-9]*)*)(?:-([1-9]00)(?:-([1-9]00))?)?\.woff2$/;

/** Every document of a card names all of them. */
const MOST_FILES = 20;

/** A buyer on a phone waits for it; one with the letters of Latin alone has a tenth of that. */
const MOST_BYTES = 256 * 1024;

/**
 * WOFF2 files, each named by its family and weight. Throws `SettingsError`. Decision: the operator
 * says which, each one whole file. A browser fetches a part for a range of characters when one
 * needs it, so pieces of a page's choice would spell to their host what is typed.
 */
export async function readKeptFonts(directory: string): Promise<KeptFonts> {
  const names = await readdir(directory).catch(() => null);
  if (names === null) throw refused('the folder cannot be read');
  const fonts = names.filter((name) => name.endsWith('.woff2')).sort();
  if (fonts.length > MOST_FILES) throw refused(`there are more than ${MOST_FILES} fonts`);
  const read = await Promise.all(fonts.map((name) => readFont(directory, name)));
  return {
    list: read.map(({ font }) => font),
    files: new Map(read.map(({ font, bytes }) => [font.file, bytes])),
  };
}

async function readFont(directory: string, name: string) {
  const [, family, from = '400', to] = NAME.exec(name) ?? [];
  if (family === undefined || (to !== undefined && to <= from)) {
    throw refused(`${name} is not named as Open Sans-600.woff2 or Open Sans-300-800.woff2 is`);
  }
  const bytes = await readFile(join(directory, name)).catch(() => null);
  if (bytes === null) throw refused(`${name} cannot be read`);
  if (bytes.toString('latin1', 0, 4) !== 'wOF2') throw refused(`${name} is no WOFF2`);
  if (bytes.length > MOST_BYTES) throw refused(`${name} has more than ${MOST_BYTES} bytes`);
  const weight = to === undefined ? from : `${from} ${to}`;
  // By content, so that browsers may keep it for good.
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 8);
  const file = `${family} ${weight} ${hash}.woff2`.replaceAll(' ', '-').toLowerCase();
  return { font: { family, weight, file }, bytes: new Uint8Array(bytes) };
}

function refused(what: string): SettingsError {
  return new SettingsError(`FONTS_DIR: ${what}.`);
}
