import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEfi } from '../../simulators/efi/efi.ts';
import { createTestHarness } from '../../simulators/server/harness.ts';
import { opened } from '../testing/opened.ts';
import { pixBankSettings } from '../testing/pix-bank-settings.ts';
import { testDatabases } from '../testing/test-db.ts';
import type { TestOperator } from '../testing/test-operator.ts';
import { openTestOperator } from '../testing/test-operator.ts';
import { manualTimers } from '../testing/test-timers.ts';

const COMPANY = 'acme';

describe.each(testDatabases())('the banks of open finance by operators on $engine', (database) => {
  const harness = createTestHarness();
  let operator: TestOperator;

  const db = opened(database.openEmpty);
  const efi = opened(() => startEfi(harness));
  beforeAll(async () => {
    const { charges = '', openFinance = '' } = efi.origins;
    const hosts = { api: efi.api, token: new URL(efi.tokenUrl).origin, charges, openFinance };
    const providers = {
      efi: { hosts, trustedPem: efi.authorityPem },
      cielo: { hosts: { api: efi.api, query: efi.api }, trustedPem: efi.authorityPem },
    };
    const played = { timers: manualTimers().timers, providers };
    operator = await openTestOperator(db, {}, { played });
    await operator.run('company create', { company: COMPANY, name: 'Loja Acme' });
    const settings = pixBankSettings(efi, 'efi');
    const returnAddress = { 'return-address': 'https://loja.example.com/thanks' };
    const at = { company: COMPANY, provider: 'efi' };
    await operator.run('provider add', { ...at, ...settings, ...returnAddress });
    await operator.run('provider add', {
      ...{ company: COMPANY, provider: 'cielo' },
      'merchant-id': '3fa85f64-5717-4562-b3fc-2c963f66afa6',
      'merchant-key': 'K'.repeat(40),
    });
  });
  afterAll(() => operator.services.registeredProviders.stop());

  const set = (from: string) => ({ company: COMPANY, from });
  const kept = async () => (await operator.services.accounts.find(COMPANY))?.traits.banks;

  it('are those that the provider lists and that are open', async () => {
    const open = efi.participants.filter(({ isActive }) => isActive);
    const rows = open.map(({ id, name }) => ({ bank: id, name }));
    expect(await operator.rows('company set-banks', set('efi'))).toEqual(rows);
    expect(await kept()).toMatchObject(open.map(({ id, name }) => ({ id, name })));
    expect(await operator.audit(COMPANY)).toMatchObject([
      { action: 'company set-banks', subjects: { company: COMPANY, from: 'efi', banks: 2 } },
    ]);
  });

  it.each<[string, string, Record<string, string>, string[]]>([
    ['a provider without such a list', 'INVALID_DATA', set('cielo'), ['from']],
    ['a provider without credentials', 'NOT_FOUND', set('inter'), ['from']],
    ['a name that is no provider’s', 'INVALID_DATA', set('nobody'), ['from']],
    ['a company that is not there', 'NOT_FOUND', { company: 'nobody', from: 'efi' }, ['company']],
  ])('are refused of %s', async (_what, code, options, names) => {
    const before = await kept();
    expect(await operator.refusal('company set-banks', options)).toEqual([code, ...names]);
    expect(await kept()).toEqual(before);
  });

  it('stay as they are where the provider does not answer', async () => {
    await operator.run('company set-banks', set('efi'));
    const path = '/v1/participantes/';
    efi.faults.next(
      { method: 'GET', path },
      { kind: 'html_error', status: 502, isCommitted: true },
    );
    expect(await operator.refusal('company set-banks', set('efi'))).toEqual(['PROVIDER_ERROR']);
    expect(await kept()).toHaveLength(2);
  });

  it('are none where the operator says so', async () => {
    expect(await operator.rows('company set-banks', set('none'))).toEqual([]);
    expect(await kept()).toEqual([]);
  });
});
