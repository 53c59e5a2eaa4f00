import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const FOLDER = join(ROOT, '.github/workflows');
const { scripts, engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

function all(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, found = '']) => found);
}

describe.each(readdirSync(FOLDER))('%s', (name) => {
  const text = readFileSync(join(FOLDER, name), 'utf8');
  it('runs commands that are there', () => {
    const named = all(text, /npm (?:run )?(test(?::\w+)?|release)$/gm);
    expect(named).not.toEqual([]);
    expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
  });

  it('may do no more than each of its jobs needs, and never runs what a stranger sends with rights of ours', () => {
    expect(text).toContain('\npermissions:\n  contents: read\n');
    expect(text).not.toMatch(/pull_request_target|secrets\./);
  });

  it('names the version of each action', () => {
    const used = all(text, /uses: (.+)$/gm);
    expect(used.filter((action) => !/^actions\/[\w-]+@v\d+$/.test(action))).toEqual([]);
  });
});

it('tests the oldest Node that the package takes', () => {
  expect(readFileSync(join(FOLDER, 'test.yml'), 'utf8')).toContain(
    `"${engines.node.replace('>=', '')}"`,
  );
});
