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
  await writeFile(join(directory, 'demo-page', 'index.html'), script);
  await writeFile(join(directory, 'assets', 'index-1.js'), 'const a = "http://127.0.0.1:4010";');
  await writeFile(join(directory, 'assets', 'index-1.js.map'), '{}');
});

afterEach(() => rm(directory, { recursive: true }));

it('serves the one document at the root, with the payment service it is set to', async () => {
  const files = await readPageFiles(directory, 'https://pay.example');
  expect(files.get('/')?.body.toString()).toBe(
    '<script src="https://pay.example/checkout/sdk/checkout-sdk.js"></script>',
  );
  expect(files.get('/')?.immutable).toBe(false);
});

it('serves another document by its name, with the same service', async () => {
  const script = '<script src="http://127.0.0.1:4010/checkout/sdk/checkout-sdk.js"></script>';
  await writeFile(join(directory, 'demo-page', 'playground.html'), script);
  const files = await readPageFiles(directory, 'https://pay.example');
  expect(files.get('/playground')).toMatchObject({ immutable: false });
  expect(files.get('/playground')?.body.toString()).toContain('"https://pay.example/checkout/');
  expect([...files.keys()].some((path) => path.endsWith('.html'))).toBe(false);
});

it('serves hashed assets as they are, and no kind of file it does not know', async () => {
  const files = await readPageFiles(directory, 'https://pay.example');
  expect([...files.keys()].sort()).toEqual(['/', '/assets/index-1.js']);
  expect(files.get('/assets/index-1.js')).toMatchObject({ immutable: true });
  expect(files.get('/assets/index-1.js')?.body.toString()).toContain('127.0.0.1:4010');
});

it('fails where the page is not built', async () => {
  const missing = readPageFiles(join(directory, 'nowhere'), 'https://pay.example');
  await expect(missing).rejects.toMatchObject({ code: 'ENOENT' });
});
