import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { openApiDocument } from '../document.ts';
import { curlText } from './curl-text.ts';
import { routesOf } from './route.ts';

const document = openApiDocument({
  baseUrl: 'https://api.test',
  mode: 'sandbox',
  version: '1.0.0',
});
const routes = routesOf(document.paths);

/** The words that a shell gives to curl, by text. */
function wordsOfEach(texts: readonly string[]): string[][] {
  const { stdout, stderr } = spawnSync(
    'bash',
    ['--norc', '-c', `curl() { printf '%s\\0' "$@" END; }\n${texts.join('\n')}`],
    { encoding: 'utf8', env: { PUBLIC_KEY: 'pk_1', SECRET_KEY: 'sk_1', ID: 'pay_1' } },
  );
  expect(stderr).toBe('');
  const calls = stdout.split('\0END\0').slice(0, -1);
  return calls.map((call) => call.split('\0'));
}

function wordsOf(text: string): string[] {
  const [words = []] = wordsOfEach([text]);
  return words;
}

function routeOf(operationId: string) {
  const route = routes.find(({ operation }) => operation.operationId === operationId);
  if (!route) throw new Error(`there is no ${operationId}`);
  return route;
}

describe('a call as a line for a shell', () => {
  it('of a payin has the key pair and the first example', () => {
    const route = routeOf('createPayin');
    const words = wordsOf(curlText(route, 'https://api.test'));
    const body = words.pop() ?? '';
    expect(words).toEqual([
      '-sS',
      '-X',
      'POST',
      'https://api.test/payin',
      '-u',
      'pk_1:sk_1',
      '-H',
      'content-type: application/json',
      '-d',
    ]);
    expect(JSON.parse(body)).toMatchObject({ paymentMethod: 'PIX', referenceId: 'order-1001' });
  });

  it('of a look-up has a variable in place of the id', () => {
    expect(wordsOf(curlText(routeOf('getPayin'), 'https://api.test'))).toEqual([
      '-sS',
      'https://api.test/payin/pay_1',
      '-u',
      'pk_1:sk_1',
    ]);
  });

  it('of a call that a browser may make has the public key alone', () => {
    const words = wordsOf(curlText(routeOf('getCheckoutConfig'), 'https://api.test'));
    expect(words).toContain('x-public-key: pk_1');
    expect(words.join(' ')).not.toContain('sk_1');
  });

  it('is taken by a shell, and its body is JSON, whichever it is', () => {
    const calls = wordsOfEach(routes.map((route) => curlText(route, 'https://api.test')));
    expect(calls).toHaveLength(routes.length);
    for (const words of calls) {
      expect(words[0]).toBe('-sS');
      const at = words.indexOf('-d');
      if (at >= 0) expect(JSON.parse(words[at + 1] ?? '')).toBeTypeOf('object');
    }
  });

  it('keeps a quote of an example as it is', () => {
    const { operation } = routeOf('createPayin');
    const requestBody = {
      required: true,
      content: {
        'application/json': { examples: { one: { summary: '', value: "d'Ávila $HOME" } } },
      },
    };
    const route = { method: 'post', path: '/x', operation: { ...operation, requestBody } };
    expect(wordsOf(curlText(route, '')).at(-1)).toBe('"d\'Ávila $HOME"');
  });
});
