import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readPageFiles } from './page-file.ts';

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'shop-page-'));
  await mkdir(join(directory, 'assets'));
  await mkdir(join(directory, 'demo-page'));
  const script = '<script src="http://127.0.0.1:4010/checkout/sdk/checkout-sdk.js"></script>';
  for (const name of ['index', 'playground']) {
    await writeFile(join(directory, 'demo-page', `${name}.html`), script);
  }
  await writeFile(join(directory, 'assets', 'index-1.js'), 'const a = "http://127.0.0.1:4010";');
  await writeFile(join(directory, 'assets', 'index-1.js.map'), '{}');
});

afterEach(() => rm(directory, { recursive: true }));

it('serves the first document at the root, another by its name, with the service it is set to', async () => {
  const files = await readPageFiles(directory, 'https://pay.example');
  for (const path of ['/', '/playground']) {
    const script = '<script src="https://pay.example/checkout/sdk/checkout-sdk.js"></script>';
    expect(files.get(path)?.body.toString()).toBe(script);
    expect(files.get(path)?.immutable).toBe(false);
  }
});

it('serves hashed assets as they are, and no kind of file it does not know', async () => {
  const files = await readPageFiles(directory, 'https://pay.example');
  expect([...files.keys()].sort()).toEqual(['/', '/assets/index-1.js', '/playground']);
  expect(files.get('/assets/index-1.js')).toMatchObject({ immutable: true });
  expect(files.get('/assets/index-1.js')?.body.toString()).toContain('127.0.0.1:4010');
});

it('fails where the page is not built', async () => {
  const missing = readPageFiles(join(directory, 'nowhere'), 'https://pay.example');
  await expect(missing).rejects.toMatchObject({ code: 'ENOENT' });
});
