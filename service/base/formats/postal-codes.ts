import { open, stat } from 'node:fs/promises';
import { SettingsError } from '../shared/settings-error.ts';

/** What a postal code (CEP) tells of an address; empty where it is of a whole town. */
export type PostalCode = { street: string; neighborhood: string; city: string; state: string };

/** Null for a code that is not in the table. */
export type FindPostalCode = (zipCode: string) => Promise<PostalCode | null>;

/** More than any line has. */
const WINDOW = 2_048;

/**
 * Looks postal codes up in a table of the operator's: text in UTF-8, a line for each, in the order of
 * the codes, such as `01310100;Avenida Paulista;Bela Vista;São Paulo;SP`. Decision: the file is searched
 * where it lies, since all codes of Brazil would take a tenth of a gigabyte of memory. Throws
 * `SettingsError` where there is no such file; without a table nothing is found.
 */
export async function openPostalCodes(path: string | undefined): Promise<FindPostalCode> {
  if (path === undefined) return async () => null;
  await stat(path).catch(() => {
    throw new SettingsError('POSTAL_CODES_FILE names a file that cannot be read.');
  });
  return async (zipCode) => {
    const file = await open(path);
    try {
      /** The first line that begins there or later; empty after the last one. */
      const lineFrom = async (offset: number) => {
        const from = Math.max(0, offset - 1);
        const { buffer, bytesRead } = await file.read(Buffer.alloc(WINDOW), 0, WINDOW, from);
        const begin = offset === 0 ? 0 : buffer.indexOf('\n') + 1;
        if (offset > 0 && begin === 0) return '';
        const [line = ''] = buffer.subarray(begin, bytesRead).toString('utf8').split('\n');
        return line;
      };
      let [first, last] = [0, (await file.stat()).size];
      while (first < last) {
        const middle = Math.floor((first + last) / 2);
        const line = await lineFrom(middle);
        if (line !== '' && line.slice(0, 8) < zipCode) first = middle + 1;
        else last = middle;
      }
      const found = (await lineFrom(first)).trimEnd().split(';');
      const [code, street = '', neighborhood = '', city = '', state = ''] = found;
      return code === zipCode ? { street, neighborhood, city, state } : null;
    } finally {
      await file.close();
    }
  };
}
