import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '../../service/testing/temporary-folder.ts';
import { sample } from './sample.ts';

let folder: string;

beforeEach(() => {
  folder = temporaryFolder('docs-sample');
  const lines = ['start();', '// part: pay', '  if (ready) {', '    pay();', '  }', '// part end'];
  writeFileSync(join(folder, 'shop.mjs'), [...lines, 'end();', ''].join('\n'));
});

it('shows a whole file by its name, without the marks of its parts', () => {
  const code = 'start();\n  if (ready) {\n    pay();\n  }\nend();';
  expect(sample(folder, 'shop.mjs')).toBe(`\`\`\`\`javascript shop.mjs\n${code}\n\`\`\`\`\n`);
});

it('names a file by where a reader puts it, below the folder of its sample', () => {
  mkdirSync(join(folder, 'next/app'), { recursive: true });
  writeFileSync(join(folder, 'next/app/card.tsx'), 'pay();\n');
  expect(sample(folder, 'next/app/card.tsx')).toBe('````typescript app/card.tsx\npay();\n````\n');
});

it('shows one part as if it stood alone', () => {
  expect(sample(folder, 'shop.mjs', { part: 'pay' })).toBe(
    '````javascript \nif (ready) {\n  pay();\n}\n````\n',
  );
});

it('refuses a part and a file that are not there', () => {
  expect(() => sample(folder, 'shop.mjs', { part: 'refund' })).toThrow('no part named refund');
  expect(() => sample(folder, 'nothing.mjs')).toThrow();
});

it('has its comments in the words of the page, and refuses one that has none', () => {
  writeFileSync(
    join(folder, 'pay.mjs'),
    "// Pays.\npay('https://bank.test'); // now\nconst hash = '#';\n",
  );
  const words = new Map([
    ['Pays.', 'Paga.'],
    ['now', 'agora'],
  ]);
  expect(sample(folder, 'pay.mjs', { comments: (comment) => words.get(comment) })).toContain(
    "// Paga.\npay('https://bank.test'); // agora\nconst hash = '#';\n",
  );
  expect(() => sample(folder, 'pay.mjs', { comments: () => undefined })).toThrow(
    'a comment in pay.mjs has no words: Pays.',
  );
});
