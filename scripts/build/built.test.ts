import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../service/testing/temporary-folder.ts';
import { isTest, layerOf, targetsOf } from '../checks/check-imports.ts';
import type { Output } from './built.mjs';
import { APP, build, DOCS, draftOf, isBuilt } from './built.mjs';

/** A clone with two files to build from. */
function clone(): Output {
  const root = temporaryFolder('built');
  mkdirSync(join(root, 'sources/deep'), { recursive: true });
  writeFileSync(join(root, 'sources/first.ts'), 'first');
  writeFileSync(join(root, 'sources/deep/second.ts'), 'second');
  writeFileSync(join(root, 'package-lock.json'), '{}');
  return { root, place: 'dist', inputs: ['sources', 'package-lock.json'] };
}

/** Two files, one of them in a folder; both say `word`. */
function fill(word: string) {
  return (draft: string) => {
    mkdirSync(join(draft, 'service'), { recursive: true });
    writeFileSync(join(draft, 'webhooks.js'), word);
    writeFileSync(join(draft, 'service/main.js'), word);
  };
}

async function builtClone(): Promise<Output> {
  const output = clone();
  await build(output, fill('built'));
  return output;
}

function drafts({ root }: Output): string[] {
  return readdirSync(root).filter((name) => name.startsWith('dist.'));
}

/** More than any process has, so that none has it. */
const ENDED_PROCESS = 99_999_999;

describe('what was built whole', () => {
  it('is not built again, and leaves no draft', async () => {
    const output = await builtClone();
    expect(isBuilt(output)).toBe(true);
    expect(drafts(output)).toEqual([]);
  });

  it('stays built where something else is put beside it', async () => {
    const output = await builtClone();
    mkdirSync(join(output.root, 'dist/docs'));
    writeFileSync(join(output.root, 'dist/docs/index.html'), '');
    expect(isBuilt(output)).toBe(true);
  });

  it('takes the place of an older build with all that was in it', async () => {
    const output = clone();
    mkdirSync(join(output.root, 'dist'));
    writeFileSync(join(output.root, 'dist/old.js'), '');
    await build(output, fill('built'));
    expect(existsSync(join(output.root, 'dist/old.js'))).toBe(false);
    expect(isBuilt(output)).toBe(true);
  });
});

describe('it is built again', () => {
  const SPOILT: readonly [string, (root: string) => void][] = [
    ['a source changes by one byte', (root) => write(root, 'sources/deep/second.ts', 'secone')],
    ['a source is added', (root) => write(root, 'sources/third.ts', '')],
    ['a source is gone', (root) => rmSync(join(root, 'sources/first.ts'))],
    ['a source has another name', (root) => move(root, 'sources/first.ts', 'sources/last.ts')],
    ['the lock of the packages changes', (root) => write(root, 'package-lock.json', '{ }')],
    ['a built file has other bytes', (root) => write(root, 'dist/service/main.js', 'BUILT')],
    ['a built file is cut short', (root) => write(root, 'dist/webhooks.js', '')],
    ['a built file is gone', (root) => rmSync(join(root, 'dist/service/main.js'))],
    ['all of it is gone', (root) => rmSync(join(root, 'dist'), { recursive: true })],
    ['its stamp is gone', (root) => rmSync(join(root, 'dist/.built'))],
    ['its stamp is cut short', (root) => write(root, 'dist/.built', '{"inputs":')],
    ['its stamp is another thing', (root) => write(root, 'dist/.built', 'null')],
    ['another Node built it', useAnotherNode],
  ];
  it.each(SPOILT)('where %s', async (_what, spoil) => {
    const output = await builtClone();
    spoil(output.root);
    expect(isBuilt(output)).toBe(false);
    await build(output, fill('again'));
    expect(isBuilt(output)).toBe(true);
  });

  it('where a source was changed while it was being built', async () => {
    const output = clone();
    await build(output, (draft) => {
      fill('built')(draft);
      write(output.root, 'sources/first.ts', 'changed meanwhile');
    });
    expect(isBuilt(output)).toBe(false);
  });

  function write(root: string, file: string, text: string) {
    writeFileSync(join(root, file), text);
  }
  function move(root: string, from: string, to: string) {
    renameSync(join(root, from), join(root, to));
  }
  function useAnotherNode(root: string) {
    const stamp = readFileSync(join(root, 'dist/.built'), 'utf8');
    expect(stamp).toContain(`"${process.version} `);
    write(root, 'dist/.built', stamp.replace(`"${process.version} `, '"v0.0.0 '));
  }
});

describe('a build that does not come to its end', () => {
  it('leaves nothing where nothing was, and fails as it failed', async () => {
    const output = clone();
    const failing = build(output, (draft) => {
      fill('half')(draft);
      throw new Error('a type is wrong');
    });
    await expect(failing).rejects.toThrow('a type is wrong');
    expect(isBuilt(output)).toBe(false);
    expect(readdirSync(output.root).sort()).toEqual(['package-lock.json', 'sources']);
  });

  it('leaves the older build as it was', async () => {
    const output = await builtClone();
    writeFileSync(join(output.root, 'sources/first.ts'), 'changed');
    const failing = build(output, () => Promise.reject(new Error('stopped')));
    await expect(failing).rejects.toThrow('stopped');
    expect(readFileSync(join(output.root, 'dist/service/main.js'), 'utf8')).toBe('built');
    expect(isBuilt(output)).toBe(false);
  });

  it('is cleared away by the next one where its process was killed', async () => {
    const output = clone();
    fill('half')(draftOf(output, ENDED_PROCESS));
    fill('half')(draftOf(output));
    expect(isBuilt(output)).toBe(false);
    await build(output, fill('whole'));
    expect(drafts(output)).toEqual([]);
    expect(readFileSync(join(output.root, 'dist/webhooks.js'), 'utf8')).toBe('whole');
  });
});

describe('two builds at once in one clone', () => {
  /** The parent of this process runs as long as this one does. */
  const another = (output: Output) => draftOf(output, process.ppid);

  it('do not touch what the other one is making', async () => {
    const output = clone();
    await build(
      output,
      async (draft) => {
        fill('first')(draft);
        await build(output, fill('second'));
      },
      another(output),
    );
    expect(isBuilt(output)).toBe(true);
    expect(drafts(output)).toEqual([]);
  });

  it('keep what was put in the place first, where both are made from the same', async () => {
    const output = clone();
    await build(
      output,
      async (draft) => {
        fill('same')(draft);
        await build(output, fill('same'));
        writeFileSync(join(output.root, 'dist/read-by-a-service'), '');
      },
      another(output),
    );
    expect(existsSync(join(output.root, 'dist/read-by-a-service'))).toBe(true);
  });
});

describe('what the build is made from', () => {
  it('has all that its sources import', () => {
    const offences = sourcesOf(DOCS).flatMap((file) =>
      targetsOf(file, readFileSync(join(DOCS.root, file), 'utf8'))
        .filter((target) => existsSync(join(DOCS.root, target)))
        .filter((target) => !isAmong(file.startsWith('docs/') ? DOCS : APP, target))
        .map((target) => `${file} imports ${target}`),
    );
    expect(offences).toEqual([]);
  });

  function isAmong({ inputs }: Output, target: string): boolean {
    return inputs.some((input) => target === input || target.startsWith(`${input}/`));
  }

  function sourcesOf({ root, inputs }: Output): string[] {
    return inputs
      .filter((input) => !input.includes('.') && input !== 'LICENSE' && input !== 'scripts')
      .flatMap((folder) =>
        readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
          join(folder, file),
        ),
      )
      .filter((file) => /\.tsx?$/.test(file) && !isTest(file))
      .filter((file) => layerOf(file) !== 'testing');
  }
});
