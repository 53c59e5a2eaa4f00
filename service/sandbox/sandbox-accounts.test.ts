import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createKeyedHash } from '../base/crypto/keyed-hash.ts';
import { SettingsError } from '../base/shared/settings-error.ts';
import { isMerchantOrigin } from '../domain/accounts/merchant-origin.ts';
import { createAccountStore } from '../store/tables/accounts/account.ts';
import { createLedgerStore } from '../store/tables/ledger/ledger.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { embeddedTestDatabase } from '../testing/test-db.ts';
import { send, startTestService } from '../testing/test-service.ts';
import type { SandboxAccount } from './sandbox-accounts.ts';
import { readSandboxAccounts, SANDBOX_ACCOUNTS, seedSandboxAccounts } from './sandbox-accounts.ts';

const directory = temporaryFolder('accounts');

function fileWith(content: unknown) {
  const path = join(directory, 'accounts.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}
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

describe('seeding', () => {
  const seeding = async () => {
    const db = await embeddedTestDatabase.openMigrated();
    const accounts = createAccountStore(db);
    const ledger = createLedgerStore(db);
    const hash = createKeyedHash(new Uint8Array(32).fill(7));
    const saved: string[] = [];
    const seedOne: typeof accounts.seed = (tx, one, at) => {
      saved.push(one.account.companyId);
      return accounts.seed(tx, one, at);
    };
    const spied = { ...accounts, seed: seedOne };
    const services = { db, ledger, hash, now: () => new Date(), accounts: spied };
    return {
      db,
      accounts,
      seed: async (list: readonly SandboxAccount[]) => {
        saved.length = 0;
        await seedSandboxAccounts(list, services);
        return [...saved];
      },
      secretHash: async (publicKey: string) =>
        (await accounts.findByPublicKey(hash('public-key', publicKey)))?.secretKeyHash,
      hash,
    };
  };

  it('writes nothing the second time, however far a clock was moved', async () => {
    const { db, accounts, seed } = await seeding();
    expect(await seed([...SANDBOX_ACCOUNTS, ACCOUNT])).toHaveLength(SANDBOX_ACCOUNTS.length + 1);
    await accounts.advanceClock('shop', 60);
    expect(await seed([...SANDBOX_ACCOUNTS, ACCOUNT])).toEqual([]);
    await db.close();
  });

  it('leaves what an operator has changed since, until it is described anew', async () => {
    const { db, accounts, seed } = await seeding();
    await seed([...SANDBOX_ACCOUNTS, ACCOUNT]);
    const made = await accounts.find('shop');
    if (made === null) throw new Error('there is no account');
    const banks = [{ id: 'theirs', name: 'Banco Deles' }];
    const origins = ['https://nova.example'];
    const changed = { ...made, origins, traits: { ...made.traits, banks } };
    await db.transaction((tx) => accounts.update(tx, changed));
    expect(await seed([...SANDBOX_ACCOUNTS, ACCOUNT])).toEqual([]);
    expect(await accounts.find('shop')).toEqual(changed);
    const renamed = { ...ACCOUNT, name: 'Loja Nova' };
    expect(await seed([...SANDBOX_ACCOUNTS, renamed])).toEqual(['shop']);
    expect(await accounts.find('shop')).toEqual({ ...made, companyName: 'Loja Nova' });
    await db.close();
  });

  it.each(['blocked = true', "kyc_status = 'rejected'", 'revoked_at = now()'])(
    'brings back at the next start what a visitor has taken away: %s',
    async (change) => {
      const { db, seed, secretHash } = await seeding();
      await seed([...SANDBOX_ACCOUNTS, ACCOUNT]);
      const before = await secretHash(ACCOUNT.publicKey);
      const table = change.startsWith('revoked') ? 'credentials' : 'companies';
      const text = `UPDATE ${table} SET ${change} WHERE company_id = 'shop'`;
      await db.query({ name: '', text, values: [] });
      expect(await seed([...SANDBOX_ACCOUNTS, ACCOUNT])).toEqual(['shop']);
      expect(await secretHash(ACCOUNT.publicKey)).toEqual(before);
      expect(await seed([...SANDBOX_ACCOUNTS, ACCOUNT])).toEqual([]);
      await db.close();
    },
  );

  it('brings what was changed up to date', async () => {
    const { db, accounts, seed, secretHash, hash } = await seeding();
    await seed([...SANDBOX_ACCOUNTS, ACCOUNT]);
    const renamed = { ...ACCOUNT, name: 'Loja Nova' };
    expect(await seed([...SANDBOX_ACCOUNTS, renamed])).toEqual(['shop']);
    expect((await accounts.find('shop'))?.companyName).toBe('Loja Nova');
    const secretKey = 'sk_test_another';
    expect(await seed([...SANDBOX_ACCOUNTS, { ...renamed, secretKey }])).toEqual(['shop']);
    expect(await secretHash('pk_test_shop')).toEqual(hash('secret-key', secretKey));
    await db.close();
  });
});

it.each([
  ['https://loja.example', true],
  ['https://loja.example:8443', true],
  ['http://localhost:4020', true],
  ['http://127.0.0.1:4020', true],
  ['http://[::1]:4020', true],
  ['https://localhost', true],
  ['capacitor://localhost', true],
  ['ionic://localhost', true],
  ['br.com.loja.app://checkout', true],
  ['capacitor://localhost/', false],
  ['capacitor://localhost:8080', false],
  ['capacitor://', false],
  ['javascript://localhost', false],
  ['file://localhost', false],
  ['chrome-extension://abcdefgh', false],
  ['moz-extension://abcdefgh', false],
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
