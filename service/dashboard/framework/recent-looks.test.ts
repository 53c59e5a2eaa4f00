import { describe, expect, it } from 'vitest';
import type { AuditEntry } from '../../domain/audit/audit-log.ts';
import { createAuditLog } from '../../store/tables/audit/audit-log.ts';
import { opened } from '../../testing/opened.ts';
import { startTestDashboard } from '../../testing/test-dashboard.ts';
import { createRecentLooks } from './recent-looks.ts';

const MINUTE_MS = 60_000;
const START = new Date('2026-05-04T15:00:00Z');

describe('looks of people of the dashboard in the log', () => {
  let now = START;
  const dashboard = opened(() => startTestDashboard({ now: () => now }));

  const entriesOf = (companyId: string) => createAuditLog(dashboard.db).list(companyId, 200);
  const looksAt = async (companyId: string, actor: string) =>
    (await entriesOf(companyId)).filter(
      (entry) => entry.action === 'company show' && entry.actor === actor,
    ).length;

  it('are there once for all pages that somebody loads within a quarter of an hour', async () => {
    const operator = await dashboard.signIn('operator');
    const { id } = operator.user;
    for (let loaded = 0; loaded < 5; loaded += 1) {
      expect((await operator.get('/companies/no3ds')).status).toBe(200);
    }
    expect(await looksAt('no3ds', id)).toBe(1);
    now = new Date(now.getTime() + 15 * MINUTE_MS - 1);
    await operator.get('/companies/no3ds');
    expect(await looksAt('no3ds', id)).toBe(1);
    now = new Date(now.getTime() + 1);
    await operator.get('/companies/no3ds');
    expect(await looksAt('no3ds', id)).toBe(2);
  });

  it('are there of each company and of each person', async () => {
    const [one, other] = [await dashboard.signIn('operator'), await dashboard.signIn('operator')];
    for (const operator of [one, other, one, other]) {
      await operator.get('/companies/manual');
      await operator.get('/companies/company');
    }
    for (const { user } of [one, other]) {
      expect(await looksAt('manual', user.id)).toBe(1);
      expect(await looksAt('company', user.id)).toBe(1);
    }
  });

  it('are there each time they are refused, and so is each act', async () => {
    const operator = await dashboard.signIn('operator');
    const ofMine = async (companyId: string) =>
      (await entriesOf(companyId)).filter(({ actor }) => actor === operator.user.id);
    for (let time = 0; time < 2; time += 1) {
      expect((await operator.get('/companies/nobody')).status).toBe(404);
      await operator.post('/companies/postorder/company-set-kyc', { status: 'approved' });
    }
    expect(await ofMine('system')).toMatchObject([
      { action: 'company show', result: 'refused' },
      { action: 'company show', result: 'refused' },
    ]);
    const acts = (await ofMine('postorder')).filter(({ action }) => action === 'company set-kyc');
    expect(acts).toHaveLength(2);
  });
});

describe('what is known of looks', () => {
  const look = (change: Partial<AuditEntry> = {}): AuditEntry => ({
    companyId: 'no3ds',
    id: 'aud_1',
    at: START,
    actor: 'usr_1',
    action: 'company show',
    subjects: { company: 'no3ds', address: '203.0.113.9' },
    result: 'done',
    code: null,
    ...change,
  });

  it.each<[string, Partial<AuditEntry>, boolean]>([
    ['the same again', { id: 'aud_2' }, true],
    ['another company', { companyId: 'manual' }, false],
    ['another person', { actor: 'usr_2' }, false],
    ['another look', { action: 'route list' }, false],
    ['another address', { subjects: { company: 'no3ds', address: '203.0.113.10' } }, false],
    ['one before it', { at: new Date(START.getTime() - 1) }, false],
  ])('tells whether it is written already: %s', (_what, change, isWritten) => {
    const looks = createRecentLooks();
    looks.written(look());
    expect(looks.isWritten(look(change))).toBe(isWritten);
  });

  it('is forgotten where there are too many, so that they are written again', () => {
    const looks = createRecentLooks(10);
    for (let at = 0; at <= 10; at += 1) looks.written(look({ actor: `usr_${at}` }));
    expect(looks.isWritten(look({ actor: 'usr_0' }))).toBe(false);
    expect(looks.isWritten(look({ actor: 'usr_10' }))).toBe(true);
  });
});
