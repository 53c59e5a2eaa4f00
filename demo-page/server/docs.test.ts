import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '../../service/testing/temporary-folder.ts';
import { createDocs } from './docs.ts';

let root: string;

beforeEach(() => {
  root = temporaryFolder('shop-docs');
});

const ADDRESSES = new Map([
  ['http://127.0.0.1:4010', 'http://127.0.0.1:4011'],
  ['http://127.0.0.1:4011', 'https://pay.example'],
]);

function write(path: string, text: string): void {
  mkdirSync(join(root, 'docs', path, '..'), { recursive: true });
  writeFileSync(join(root, 'docs', path), text);
}

function open() {
  return createDocs(join(root, 'docs'), ADDRESSES);
}

it('finds a page by its folder, with and without a slash at the end', async () => {
  write('index.html', 'entrance');
  write('en/errors/index.html', 'errors');
  const docs = open();
  for (const path of ['/docs', '/docs/']) {
    expect((await docs.find(path))?.body.toString()).toBe('entrance');
  }
  for (const path of ['/docs/en/errors', '/docs/en/errors/']) {
    expect((await docs.find(path))?.body.toString()).toBe('errors');
  }
});

it('puts each address of the running system in the place of the one written, once', async () => {
  write('en/index.html', 'http://127.0.0.1:4010 http://127.0.0.1:4011');
  const file = await open().find('/docs/en/');
  expect(file?.body.toString()).toBe('http://127.0.0.1:4011 https://pay.example');
});

it('does not take another character for the dot of an address', async () => {
  write('en/index.html', 'http://127x0x0x1:4010');
  expect((await open().find('/docs/en/'))?.body.toString()).toBe('http://127x0x0x1:4010');
});

it('finds nothing while nothing is built, and the page once it is', async () => {
  const docs = open();
  expect(await docs.find('/docs/')).toBeNull();
  write('index.html', 'entrance');
  expect((await docs.find('/docs/'))?.body.toString()).toBe('entrance');
});

it.each(['/docs/../secret.html', '/docs/%2e%2e/secret.html', '/docs/en/../../../secret.html', '/'])(
  'never makes a path on the disk of %s',
  async (path) => {
    write('index.html', 'entrance');
    writeFileSync(join(root, 'secret.html'), 'secret');
    expect(await open().find(path)).toBeNull();
  },
);
