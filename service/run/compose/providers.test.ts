import { describe, expect, it } from 'vitest';
import { startPixBank } from '../../../simulators/pix-bank/pix-bank.ts';
import { createTestHarness } from '../../../simulators/server/harness.ts';
import { opened } from '../../testing/opened.ts';
import { pixBankSettings } from '../../testing/pix-bank-settings.ts';
import { storedCredentials } from '../../testing/stored-credentials.ts';
import { embeddedTestDatabase } from '../../testing/test-db.ts';
import { openTestOperator } from '../../testing/test-operator.ts';
import { send, startTestService } from '../../testing/test-service.ts';

const NOW = new Date('2026-11-23T12:00:00Z');
const DAY_MS = 24 * 60 * 60 * 1000;

describe('providers that an operator has switched on', () => {
  const service = opened(async () => {
    const db = await embeddedTestDatabase.openEmpty();
    const { services } = await openTestOperator(db);
    const bank = await startPixBank({ ...createTestHarness(), profile: 'inter' });
    const settings = pixBankSettings(bank, 'inter');
    await bank.stop();
    const add = (companyId: string, days: number | null) => {
      const certificateEndsAt = days === null ? null : new Date(NOW.getTime() + days * DAY_MS);
      const credentials = storedCredentials(services, { companyId, certificateEndsAt }, settings);
      return db.transaction((tx) => services.providerCredentials.insert(tx, credentials));
    };
    await add('no3ds', 29);
    await add('manual', 90);
    await add('*', null);
    return startTestService({ db, now: () => NOW });
  });

  const metrics = async () => (await send(`${service.metricsUrl}/metrics`)).text;

  it('are counted by the health of the service where they want an operator, and never named', async () => {
    const health = await send(`${service.baseUrl}/health`);
    expect([health.status, health.body.providersToCheck]).toEqual([200, 1]);
    expect(health.text).not.toMatch(/inter|no3ds/);
  });

  it('are told by metrics with the days that their certificates have left', async () => {
    const text = await metrics();
    expect(text).toContain('provider_certificate_days_left{provider="inter",company="no3ds"} 29');
    expect(text).toContain('provider_certificate_days_left{provider="inter",company="manual"} 90');
    expect(text).not.toContain('provider_certificate_days_left{provider="inter",company="*"}');
    expect(text).toContain('provider_usable{provider="inter",company="*"} 1');
    expect(text).toContain('provider_resting{provider="inter",company="no3ds"} 0');
    expect(text).toContain('orphan_charges_total{provider="inter",outcome="found"} 0');
    expect(text).not.toContain('provider_token_age_seconds{');
  });
});
