import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { curlOf, pathOf } from './documented-call.ts';

const parameter = { example: '', values: [] };
const call = {
  path: '/payin/{id}/refund',
  parameters: [
    { ...parameter, name: 'id', in: 'path' as const },
    { ...parameter, name: 'status', in: 'query' as const },
    { ...parameter, name: 'limit', in: 'query' as const },
  ],
};

it.each([
  ['has what was typed for its names', { id: 'pay_1' }, '/payin/pay_1/refund'],
  ['keeps a name that nothing is typed for', { id: '' }, '/payin/{id}/refund'],
  ['keeps signs of a path in their place', { id: '../a?b' }, '/payin/..%2Fa%3Fb/refund'],
  [
    'has a query of what is typed alone',
    { id: 'a', status: 'A B', limit: '' },
    '/payin/a/refund?status=A+B',
  ],
])('the path of a call %s', (_, values, path) => {
  expect(pathOf(call, new Map(Object.entries(values)))).toBe(path);
});

describe('the line for curl', () => {
  const list = {
    baseUrl: 'https://api.test',
    accounts: [{ name: 'no3ds', publicKey: 'pk_test_no3ds', secretKey: 'sk_test_no3ds' }],
  };
  /** The words that a shell gives to curl. */
  function wordsOf(text: string): string[] {
    const { stdout } = spawnSync('sh', ['-c', `curl() { printf '%s\\0' "$@"; }\n${text}`], {
      encoding: 'utf8',
    });
    return stdout.split('\0').slice(0, -1);
  }

  it('of a look-up has the address and the keys', () => {
    const line = curlOf({ account: 'no3ds', method: 'GET', path: '/payin?limit=1&page=2' }, list);
    expect(wordsOf(line)).toEqual([
      '-sS',
      'https://api.test/payin?limit=1&page=2',
      '-u',
      'pk_test_no3ds:sk_test_no3ds',
    ]);
  });

  it('of a body has it to the letter, whatever signs of a shell are in it', () => {
    const body = { name: `d'Ávila $HOME \`id\` "x" \\` };
    const words = wordsOf(curlOf({ account: 'no3ds', method: 'POST', path: '/payin', body }, list));
    expect(words.slice(0, 3)).toEqual(['-sS', '-X', 'POST']);
    expect(JSON.parse(words.at(-1) ?? '')).toEqual(body);
  });
});
