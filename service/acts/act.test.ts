import { describe, expect, it } from 'vitest';
import type { AuditEntry } from '../domain/audit/audit-log.ts';
import type { ActServices, Ask } from './act.ts';
import { change, defineAct, logged, look, nameOf, OF_COMPANY, unlogged } from './act.ts';
import type { Doer } from './run-act.ts';
import { runAct } from './run-act.ts';
import { CENTAVOS, optional, PAYIN_ID, YES_OR_NO } from './values.ts';

const PAYIN = `pay_acme_${'p'.repeat(22)}`;

const OF_PAYIN = defineAct({
  ...look('payment.try', 'payin try', 'payments.refund'),
  summary: 'tries it',
  fields: {
    payinId: logged(PAYIN_ID, 'its id'),
    atMost: logged(optional(CENTAVOS), 'centavos'),
    isSure: unlogged(optional(YES_OR_NO), 'yes or no'),
  },
  carriedBy: 'payinId',
  run: async ({ companyId, payinId, atMost, isSure }) => ({ companyId, payinId, atMost, isSure }),
});

const ABOUT_COMPANY = defineAct({
  ...change('company.try', 'company try', null),
  summary: 'tries it',
  fields: OF_COMPANY,
  run: async ({ companyId }) => companyId,
});

const OF_SERVICE = defineAct({
  ...look('service.try', 'service try', null),
  summary: 'tries it',
  fields: {},
  run: async () => 'done',
});

/** Does an act with no database behind it; `entries`: what the log was told. */
async function done<Answer>(
  act: Parameters<typeof runAct>[0],
  ask: Ask<Answer>,
  doer: Doer = { actor: 'ana' },
) {
  const entries: AuditEntry[] = [];
  const database = {
    audit: { append: async (entry: AuditEntry) => void entries.push(entry) },
    accounts: { find: async (id: string) => (id === 'acme' ? {} : null) },
    now: () => new Date(0),
    randomBytes: (size: number) => new Uint8Array(size),
  };
  const services = { database, services: async () => ({}) } as unknown as ActServices;
  const outcome = await runAct(act, ask, doer, services).catch((error: unknown) => error);
  return { outcome, entries };
}

describe('an act', () => {
  it('is given numbers and answers them, and the log is told what it may keep', async () => {
    const ask = OF_PAYIN.ask({ payinId: PAYIN, atMost: 500, isSure: true }, null);
    const { outcome, entries } = await done(OF_PAYIN, ask);
    const read = { payinId: PAYIN, atMost: 500 };
    expect(outcome).toEqual({ companyId: 'acme', ...read, isSure: true });
    expect(entries).toMatchObject([
      { companyId: 'acme', actor: 'ana', action: 'payin try', result: 'done' },
    ]);
    expect(entries[0]?.subjects).toEqual({ payin: PAYIN, 'at-most': 500 });
  });

  it('reads the same from the texts of a command', async () => {
    const texts = { payin: PAYIN, 'at-most': '500', 'is-sure': 'yes' };
    const { outcome } = await done(OF_PAYIN, OF_PAYIN.askByText(texts, null));
    expect(outcome).toMatchObject({ atMost: 500, isSure: true });
  });

  it.each([
    ['typed', OF_PAYIN.ask({ payinId: PAYIN, atMost: 0.5 }, null)],
    ['as text', OF_PAYIN.askByText({ payin: PAYIN, 'at-most': '500.5' }, null)],
  ])('is refused by the name of what is wrong: %s', async (_side, ask) => {
    const { outcome, entries } = await done(OF_PAYIN, ask);
    expect(outcome).toMatchObject({ code: 'INVALID_DATA', details: [{ path: 'at-most' }] });
    expect(entries).toMatchObject([{ companyId: 'system', subjects: {}, result: 'refused' }]);
  });

  it('of somebody of a company is about that company, whatever is asked for', async () => {
    const asked = ABOUT_COMPANY.ask({ companyId: 'other' }, 'acme');
    expect(asked()).toMatchObject({ companyId: 'acme', subjects: { company: 'acme' } });
    expect(() => OF_PAYIN.ask({ payinId: PAYIN }, 'other')).toThrow('This does not exist.');
    expect(() => OF_SERVICE.ask({}, 'acme')).toThrow('service.try could be about any company');
  });

  it('is refused to a role that may not do it, or that nobody of the dashboard may', async () => {
    const doer = { actor: 'usr_1', role: 'viewer' } as const;
    const ask = OF_PAYIN.ask({ payinId: PAYIN }, 'acme');
    const { outcome, entries } = await done(OF_PAYIN, ask, doer);
    expect(outcome).toMatchObject({ code: 'FORBIDDEN' });
    expect(entries).toMatchObject([{ companyId: 'acme', result: 'refused', code: 'FORBIDDEN' }]);
    const own = ABOUT_COMPANY.ask({}, 'acme');
    const refused = await done(ABOUT_COMPANY, own, { ...doer, role: 'owner' });
    expect(refused.outcome).toMatchObject({ code: 'FORBIDDEN' });
  });

  it('that changes something has failed where it has told the log nothing', async () => {
    const { outcome, entries } = await done(
      ABOUT_COMPANY,
      ABOUT_COMPANY.ask({ companyId: 'acme' }, null),
    );
    expect(outcome).toMatchObject({ message: 'company try has left no entry in the log' });
    expect(entries).toMatchObject([{ result: 'failed', code: null }]);
  });
});

it('is given numbers as numbers and nothing else, which the compiler holds', () => {
  // @ts-expect-error An amount is no text.
  OF_PAYIN.ask({ payinId: PAYIN, atMost: '500' }, null);
  // @ts-expect-error The payin is missing.
  OF_PAYIN.ask({ atMost: 500 }, null);
  // @ts-expect-error It is called otherwise.
  expect(() => ABOUT_COMPANY.ask({ company: 'acme' }, null)()).not.toThrow();
});

it('calls a field as the command line and the log do', () => {
  const names = ['payinId', 'atMost', 'amount', 'threeDs', 'client-id'].map(nameOf);
  expect(names).toEqual(['payin', 'at-most', 'amount', 'three-ds', 'client-id']);
});
