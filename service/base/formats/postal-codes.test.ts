import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { openPostalCodes } from './postal-codes.ts';

const folder = temporaryFolder('postal-codes');

function code(place: number): string {
  return String(1_000_000 + place * 37).padStart(8, '0');
}

it.each([1, 2, 500])('finds each of %i codes and none beside them', async (count) => {
  const path = join(folder, `${count}.csv`);
  const lines = Array.from({ length: count }, (_, place) => {
    const street = 'Rua São João '.repeat(place % 9);
    return `${code(place)};${street};Sé;São Paulo ${place};SP\n`;
  });
  writeFileSync(path, lines.join(''));
  const find = await openPostalCodes(path);
  for (let place = 0; place < count; place += 1) {
    expect(await find(code(place))).toMatchObject({ city: `São Paulo ${place}`, state: 'SP' });
  }
  for (const other of ['00000000', '01000001', '99999999']) expect(await find(other)).toBeNull();
});

it('finds nothing in an empty table, and does not start without the file', async () => {
  writeFileSync(join(folder, 'empty.csv'), '');
  expect(await (await openPostalCodes(join(folder, 'empty.csv')))('01310100')).toBeNull();
  await expect(openPostalCodes(join(folder, 'none.csv'))).rejects.toThrow(/POSTAL_CODES_FILE/);
});
