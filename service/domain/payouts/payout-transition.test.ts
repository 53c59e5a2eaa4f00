import { describe, expect, it } from 'vitest';
import type { Payout } from './payout.ts';
import { transitionPayoutTo } from './payout-transition.ts';

const CREATED = new Date('2027-03-01T12:00:00Z');
const NOW = new Date('2027-03-01T13:00:00Z');
const LATER = new Date('2027-03-01T14:00:00Z');
const ACCOUNT = { traits: { webhookReceivers: {} } };

function payoutOf(change: Partial<Payout>): Payout {
  return {
    companyId: 'co_1',
    id: 'po_1',
    provider: 'sandbox',
    externalId: null,
    referenceId: 'salary-1',
    status: 'PENDING',
    isSent: false,
    amount: 1_000,
    fee: 10,
    pixKey: 'ana@example.com',
    pixKeyType: 'EMAIL',
    beneficiaryName: null,
    beneficiaryDocument: null,
    webhookUrl: null,
    reason: null,
    bodyFingerprint: new Uint8Array(32),
    wasRefusedAtOnce: false,
    wasCompleted: false,
    createdBy: null,
    decidedBy: null,
    decidedAt: null,
    touchedAt: CREATED,
    createdAt: CREATED,
    updatedAt: CREATED,
    ...change,
  };
}

describe('a payout that is moved', () => {
  it('gives its amount back where it is canceled before it was sent', () => {
    const { to, posting } = transitionPayoutTo(ACCOUNT, payoutOf({ isSent: false }), {
      ...{ to: 'CANCELED', now: NOW, realTime: NOW },
    });
    expect(to.status).toBe('CANCELED');
    expect(posting).toEqual({ kind: 'payout_returned', amount: 1_000 });
  });

  it.each([
    ['canceled once it was sent', { isSent: true }, 'CANCELED'],
    ['moved to what is not in the table', { isSent: true }, 'COMPLETED'],
    ['moved after its end', { status: 'COMPLETED' }, 'CANCELED'],
  ] as const)('is not %s', (_what, change, to) => {
    const move = () =>
      transitionPayoutTo(ACCOUNT, payoutOf(change), { to, now: NOW, realTime: NOW });
    expect(move).toThrow(expect.objectContaining({ code: 'ILLEGAL_TRANSITION' }));
  });

  it('keeps who decided it and when, and whoever moves it next changes neither', () => {
    const decision = { to: 'PENDING', decidedBy: 'ana', now: NOW, realTime: NOW } as const;
    const decided = transitionPayoutTo(
      ACCOUNT,
      payoutOf({ status: 'AWAITING_APPROVAL' }),
      decision,
    ).to;
    expect(decided).toMatchObject({ decidedBy: 'ana', decidedAt: NOW });
    const next = { to: 'PROCESSING', now: LATER, realTime: LATER } as const;
    expect(transitionPayoutTo(ACCOUNT, decided, next).to).toMatchObject({
      ...{ status: 'PROCESSING', updatedAt: LATER },
      ...{ decidedBy: 'ana', decidedAt: NOW },
    });
  });

  it('keeps its first name at the acquirer', () => {
    const move = { to: 'PROCESSING', externalId: 'second', now: NOW, realTime: NOW } as const;
    const named = payoutOf({ externalId: 'first' });
    expect(transitionPayoutTo(ACCOUNT, named, move).to.externalId).toBe('first');
    expect(transitionPayoutTo(ACCOUNT, payoutOf({}), move).to.externalId).toBe('second');
  });
});
