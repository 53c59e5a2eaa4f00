import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { SettingsError } from '../../base/shared/settings-error.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { readKeptFonts } from './kept-fonts.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder('fonts');
});

function put(name: string, text = 'wOF2 of a test'): void {
  writeFileSync(join(folder, name), text);
}

describe('a folder of fonts', () => {
  it('names family and weight of each, and its file by what it holds', async () => {
    put('Nunito.woff2');
    put('Open Sans-600.woff2', 'wOF2 bold');
    put('Open Sans-300-800.woff2', 'wOF2 variable');
    put('LICENSE.txt', 'free');
    const { list, files } = await readKeptFonts(folder);
    expect(list).toEqual([
      {
        family: 'Nunito',
        weight: '400',
        file: expect.stringMatching(/^nunito-400-[\w-]{8}\.woff2$/),
      },
      {
        family: 'Open Sans',
        weight: '300 800',
        file: expect.stringMatching(/^open-sans-300-800-[\w-]{8}\.woff2$/),
      },
      {
        family: 'Open Sans',
        weight: '600',
        file: expect.stringMatching(/^open-sans-600-[\w-]{8}\.woff2$/),
      },
    ]);
    const bold = files.get(list[2]?.file ?? '');
    expect(Buffer.from(bold ?? []).toString()).toBe('wOF2 bold');
    expect(files.size).toBe(3);
  });

  it('gives a file another name once it holds something else', async () => {
    put('Nunito.woff2');
    const [before] = (await readKeptFonts(folder)).list;
    put('Nunito.woff2', 'wOF2 anew');
    const [after] = (await readKeptFonts(folder)).list;
    expect(after?.file).not.toBe(before?.file);
  });

  it('may be empty', async () => expect((await readKeptFonts(folder)).list).toEqual([]));
});

describe('what stops the start', () => {
  const NAMED = 'is not named as Open Sans-600.woff2 or Open Sans-300-800.woff2 is';

  it.each([
    ['Nunito-450.woff2', 'wOF2', NAMED],
    ['Nunito-800-300.woff2', 'wOF2', NAMED],
    ['Nunito-400-400.woff2', 'wOF2', NAMED],
    ['"x";src:url(y).woff2', 'wOF2', NAMED],
    ['3D.woff2', 'wOF2', NAMED],
    ['.woff2', 'wOF2', NAMED],
    ['Nunito.woff2', '<svg>', 'is no WOFF2'],
    ['Nunito.woff2', '', 'is no WOFF2'],
    ['Nunito.woff2', `wOF2${' '.repeat(256 * 1024)}`, 'has more than 262144 bytes'],
  ])('%s', async (name, text, why) => {
    put(name, text);
    const told = await readKeptFonts(folder).catch((error) => error);
    expect(told).toBeInstanceOf(SettingsError);
    expect(told.message).toBe(`FONTS_DIR: ${name} ${why}.`);
  });

  it('a folder that is not there', async () => {
    await expect(readKeptFonts(join(folder, 'gone'))).rejects.toThrow(
      'FONTS_DIR: the folder cannot be read.',
    );
  });

  it('more fonts than a document should name', async () => {
    for (let count = 1; count <= 21; count += 1) put(`Font${'x'.repeat(count)}.woff2`);
    await expect(readKeptFonts(folder)).rejects.toThrow('FONTS_DIR: there are more than 20 fonts.');
  });
});
