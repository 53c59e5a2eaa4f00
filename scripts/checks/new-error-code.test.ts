/** @module-tag minutes */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const RARE = { tags: ['rare'] };
const ROOT = join(import.meta.dirname, '../..');
const FOLDERS = 'contract demo-page docs e2e hosted-frame scripts sdk service'.split(' ');

/** Every source file that may have to know a new code, and the declarations they need. */
function filesThatKnowCodes(): string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.includes('samples/'))
      .map((file) => `${folder}/${file}`),
  ).filter((file) => {
    if (file.endsWith('.d.ts') || file.startsWith('contract/errors/checkout-error')) return true;
    return readFileSync(join(ROOT, file), 'utf8').includes('checkout-error-code.ts');
  });
}

/** The files that do not compile once `change` is part of the program. */
function filesThatFail(change: string, files: readonly string[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'recipe-'));
  const settings = {
    extends: join(ROOT, 'tsconfig.json'),
    compilerOptions: { typeRoots: [join(ROOT, 'node_modules/@types')] },
    files: [join(folder, 'change.ts'), ...files.map((file) => join(ROOT, file))],
    include: [],
  };
  writeFileSync(join(folder, 'change.ts'), change);
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));
  const { stdout } = spawnSync(join(ROOT, 'node_modules/.bin/tsc'), ['-p', folder], {
    encoding: 'utf8',
    cwd: ROOT,
  });
  rmSync(folder, { recursive: true });
  return [...new Set([...stdout.matchAll(/^(\S+\.ts)\(/gm)].map(([, file = '']) => file))].sort();
}

describe('how to add an error code of the sdk', () => {
  const files = filesThatKnowCodes();

  // What a code lacks, `npm run types` tells by itself.
  it('is to give it its rows where the compiler asks for them, and nowhere else', RARE, () => {
    const change = `
      declare module '${join(ROOT, 'contract/errors/checkout-error-code.ts')}' {
        interface CheckoutErrorDetails {
          // Beside what any failure may tell.
          MADE_UP: { phase?: string; payinId?: string; planet: string };
        }
      }
      export {};
    `;
    expect(filesThatFail(change, files)).toEqual([
      // Who can act, whether to try again, what the buyer is told; and that this is what they read.
      'contract/errors/checkout-error-code.test.ts',
      'contract/errors/checkout-error-code.ts',
      // Cause, advice and recipe in both languages: for the documentation and the test kit.
      'contract/errors/error-guide.ts',
      // The suite that makes it happen.
      'e2e/error-codes.spec.ts',
    ]);
  });
});
