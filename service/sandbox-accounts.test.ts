import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { isMerchantOrigin } from './merchant-origin.ts';
import { readSandboxAccounts, SANDBOX_ACCOUNTS } from './sandbox-accounts.ts';
import { SettingsError } from './settings.ts';
import { send, startTestService } from './test-service.ts';

const directory = mkdtempSync(join(tmpdir(), 'accounts-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const fileWith = (content: unknown) => {
  const path = join(directory, 'accounts.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
};
const ACCOUNT = {
  publicKey: 'pk_test_shop',
  secretKey: 'sk_test_shop',
  name: 'Loja',
  origins: ['https://loja.example', 'http://localhost:4020'],
  traits: { maxInstallments: 3 },
};

describe('more sandbox accounts', () => {
  it('are there after the start, with their origins', async () => {
    const service = await startTestService({
      settings: { sandboxAccountsFile: fileWith([ACCOUNT]) },
    });
    const answer = await send(`${service.baseUrl}/checkout/config`, {
      headers: { 'x-public-key': 'pk_test_shop' },
    });
    expect(answer.body).toMatchObject({ origins: ACCOUNT.origins, maxInstallments: 3 });
    expect(answer.body.paymentMethods).toContain('credit_card');
    await service.stop();
  });

  it.each<[string, unknown]>([
    ['no list', {}],
    ['no JSON', '['],
    ['a live key', [{ ...ACCOUNT, publicKey: 'pk_live_shop' }]],
    ['an origin with a path', [{ ...ACCOUNT, origins: ['https://loja.example/x'] }]],
    ['too many installments', [{ ...ACCOUNT, traits: { maxInstallments: 13 } }]],
  ])('are refused with %s', async (_, content) => {
    await expect(readSandboxAccounts(fileWith(content))).rejects.toThrow(SettingsError);
  });
});

it.each([
  ['https://loja.example', true],
  ['https://loja.example:8443', true],
  ['http://localhost:4020', true],
  ['http://127.0.0.1:4020', true],
  ['http://[::1]:4020', true],
  ['https://loja.example/', false],
  ['https://loja.example:443', false],
  ['https://LOJA.example', false],
  ['https://*.example', false],
  ['https://user@loja.example', false],
  ['https://loja.example;script-src *', false],
  ['https://loja.example https://b.example', false],
  ['https://loja.example\r\nX: 1', false],
  ['loja.example', false],
  ['data:text/html,x', false],
  ['null', false],
  ['*', false],
])('takes %j for an exact origin: %s', (text, isOrigin) => {
  expect(isMerchantOrigin(text)).toBe(isOrigin);
});

it('gives every account a CNPJ with right check digits', () => {
  const digit = (base: string, weights: number[]) => {
    const sum = [...base].reduce((total, c, i) => total + Number(c) * (weights[i] ?? 0), 0);
    return sum % 11 < 2 ? 0 : 11 - (sum % 11);
  };
  const weights = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];
  for (const { document } of SANDBOX_ACCOUNTS) {
    const base = String(document).slice(0, 12);
    const first = digit(base, weights.slice(1));
    expect(document).toBe(`${base}${first}${digit(`${base}${first}`, weights)}`);
  }
});
