/** @module-tag minutes */
import { pino } from 'pino';
import { beforeAll, describe, expect, it } from 'vitest';
import { payinRequestSchema } from '../../../contract/payments/payin.ts';
import type { AppDependencies } from '../../api/dependencies.ts';
import { createPayin } from '../../domain/payins/create-payin.ts';
import { lastDays } from '../../domain/summaries/calendar.ts';
import type { PayinSummary } from '../../domain/summaries/payin-summary.ts';
import { readPayinSummary } from '../../domain/summaries/payin-summary.ts';
import { openEnvelope, surroundingsOf } from '../../run/compose/dependencies.ts';
import { createServices } from '../../run/compose/services.ts';
import { readSettings } from '../../settings.ts';
import { createLedgerAudit } from '../../store/tables/ledger/ledger-audit.ts';
import { createPayinSummaryStore } from '../../store/tables/summaries/payin-summary.ts';
import { opened } from '../../testing/opened.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { testDatabases } from '../../testing/test-db.ts';
import { validPayin } from '../../testing/test-service.ts';
import { SANDBOX_ACCOUNTS, seedSandboxAccounts } from '../sandbox-accounts.ts';
import { fillSamples, sampleStateOf } from './fill-samples.ts';
import { samplePlan } from './sample-plan.ts';

const NOW = new Date('2026-11-23T15:00:00Z');
const ANY_TIME = { from: null, until: null, after: null, limit: 1_000 };

describe.each(testDatabases())('filling an account with samples on $engine', (database) => {
  const db = opened(database.openEmpty);
  let services: AppDependencies;
  const dataDir = temporaryFolder('samples-test');

  beforeAll(async () => {
    const settings = readSettings({ DATA_DIR: dataDir });
    const keyed = {
      ...settings,
      keyEncryptionKeys: [{ version: 1, key: new Uint8Array(32).fill(7) }],
    };
    const overrides = { now: () => NOW, log: pino({ level: 'silent' }), db };
    const surroundings = surroundingsOf(keyed, overrides);
    const envelope = await openEnvelope(keyed, surroundings.randomBytes);
    const onError = (error: unknown) => {
      throw error;
    };
    const made = await createServices(keyed, {
      ...surroundings,
      db,
      replica: null,
      envelope,
      onError,
      overrides,
    });
    services = made.services;
    await seedSandboxAccounts(SANDBOX_ACCOUNTS, services);
  }, 60_000);

  const accountOf = async (id: string) => {
    const account = await services.accounts.find(id);
    if (account === null) throw new Error('no such account');
    return account;
  };
  const summaryOf = (id: string) =>
    readPayinSummary(id, lastDays(NOW, 90), createPayinSummaryStore(db));

  it('is done in the order of time, goes on where it ended early, and is done once', async () => {
    const account = await accountOf('manual');
    expect(await sampleStateOf(account, services)).toBe('empty');
    let steps = 0;
    const onStep = (done: number) => {
      steps = done;
    };
    await fillSamples(account, services, { onStep, isStopped: () => steps >= 200 });
    expect(await sampleStateOf(account, services)).toBe('partial');
    const part = await summaryOf('manual');
    await fillSamples(account, services);
    expect(await sampleStateOf(account, services)).toBe('filled');
    const whole = await summaryOf('manual');
    expect(countOf(part)).toBeGreaterThan(50);
    expect(countOf(part)).toBeLessThan(countOf(whole));
    await fillSamples(account, services);
    expect(await summaryOf('manual')).toEqual(whole);

    // Every sample is there once, be it as a payin or as a decline that left none.
    const minutes = (NOW.getTime() - Date.UTC(2026, 7, 26, 3)) / 60_000;
    const planned = samplePlan(['PIX', 'BOLETO', 'CREDIT_CARD']).filter(
      ({ kind, minute }) => kind === 'payin' && minute < minutes,
    );
    expect(countOf(whole)).toBe(planned.length);
    expect(whole.refusals.length).toBeGreaterThan(4);
    expect(whole.disputed.count).toBeGreaterThan(2);
    expect(await createLedgerAudit(db).firstDisagreement('manual')).toBeNull();

    const { total, payouts } = await services.payouts.list('manual', { page: 1, limit: 20 });
    expect(total).toBe(12);
    expect(payouts.map(({ status }) => status)).toEqual([
      'AWAITING_APPROVAL',
      ...Array.from({ length: 11 }, () => 'COMPLETED'),
    ]);
    expect(await services.webhooks.list('manual', { status: null, limit: 1 })).toEqual([]);
    const statement = await services.statements.page('manual', ANY_TIME);
    // The oldest is what the account was opened with.
    expect(statement.at(-1)).toMatchObject({ kind: 'opening_balance', sequence: 1 });
    expect(statement.filter(({ at }) => at > NOW)).toEqual([]);
  }, 500_000);

  it('is refused where there are payments that are no samples', async () => {
    const account = await accountOf('no3ds');
    await createPayin(account, payinRequestSchema.parse(validPayin()), services);
    expect(await sampleStateOf(account, services)).toBe('own');
    await expect(fillSamples(account, services)).rejects.toMatchObject({
      code: 'ILLEGAL_TRANSITION',
    });
    expect(countOf(await summaryOf('no3ds'))).toBe(1);
  });

  it.each([
    ['blocked', 'COMPANY_BLOCKED'],
    ['pending', 'KYC_NOT_APPROVED'],
  ])('is refused for an account that is %s', async (id, code) => {
    await expect(fillSamples(await accountOf(id), services)).rejects.toMatchObject({ code });
    expect(countOf(await summaryOf(id))).toBe(0);
  });

  it('is refused outside the sandbox', async () => {
    const account = { ...(await accountOf('postorder')), sandbox: false };
    await expect(fillSamples(account, services)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(countOf(await summaryOf('postorder'))).toBe(0);
  });
});

function countOf({ byMethod }: PayinSummary): number {
  return Object.values(byMethod).reduce(
    (sum, { approved, refused, unpaid, open }) => sum + approved + refused + unpaid + open,
    0,
  );
}
