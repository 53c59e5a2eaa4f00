import { describe, expect, it } from 'vitest';
import { archiveOldMonths } from './archive.ts';
import { WEBHOOK_RETENTION_MS } from './forget-expired.ts';

/** What is asked of the archive at that moment. */
async function asked(now: string, archiveAfterMonths: number) {
  const calls: unknown[] = [];
  await archiveOldMonths('acme', {
    archiveAfterMonths,
    now: () => new Date(now),
    archive: {
      async moveEvents(companyId, { deliveredBefore, undeliveredBefore }) {
        calls.push({ companyId, deliveredBefore, undeliveredBefore });
        return 0;
      },
      async moveAuditEntries(companyId, { before }) {
        calls.push({ companyId, before });
        return 0;
      },
      async moveLedgerEntries(companyId, { before }) {
        calls.push({ companyId, before });
        return 0;
      },
    },
  });
  return calls;
}

describe('what is archived', () => {
  it('is nothing unless an operator says after how many months', async () => {
    expect(await asked('2027-05-20T12:00:00Z', 0)).toEqual([]);
  });

  it.each([
    ['2027-05-01T00:00:00.000Z', 1, '2027-04-01T00:00:00Z'],
    ['2027-05-31T23:59:59.999Z', 1, '2027-04-01T00:00:00Z'],
    ['2027-02-10T00:00:00.000Z', 3, '2026-11-01T00:00:00Z'],
    ['2027-01-01T00:00:00.000Z', 24, '2025-01-01T00:00:00Z'],
  ])('at %s, after %i months, is from before %s', async (now, months, before) => {
    const [, ...others] = await asked(now, months);
    const which = { companyId: 'acme', before: new Date(before) };
    expect(others).toEqual([which, which]);
  });

  it('has events that nobody took no sooner than they could be resent with others', async () => {
    const now = '2027-05-20T12:00:00Z';
    const givenUp = new Date(new Date(now).getTime() - WEBHOOK_RETENTION_MS.undelivered);
    expect((await asked(now, 1))[0]).toMatchObject({
      deliveredBefore: new Date('2027-04-01T00:00:00Z'),
      undeliveredBefore: givenUp,
    });
    const before = new Date('2026-05-01T00:00:00Z');
    expect((await asked(now, 12))[0]).toMatchObject({
      deliveredBefore: before,
      undeliveredBefore: before,
    });
  });
});
