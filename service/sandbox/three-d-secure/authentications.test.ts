import { beforeEach, describe, expect, it } from 'vitest';
import {
  authenticate,
  authenticationRequest,
  callSession,
  never,
  openBank,
  openChallenge,
} from '../../testing/test-bank.ts';

const CHALLENGED = '4000000000002503';
const COMPANY = { companyId: 'co_1' };

let bank: ReturnType<typeof openBank>;
beforeEach(() => {
  bank = openBank();
});

function open(change: object = {}) {
  return bank.provider.open(authenticationRequest(CHALLENGED, change), never);
}
function find(transactionId: string) {
  return bank.provider.find({ ...COMPANY, transactionId }, never);
}
function cancel(transactionId: string) {
  return bank.provider.cancel({ ...COMPANY, transactionId }, never);
}
async function call(session: string, step: 'begin' | 'authenticate' | 'status') {
  return (await callSession(bank, session, step)).json();
}
function kept() {
  return [...bank.values.values()].join();
}

describe('the decision of the bank', () => {
  it('is made once, whoever asks again, and the card is forgotten with it', async () => {
    const { session } = await open();
    expect(kept()).toContain(CHALLENGED);
    const first = await call(session, 'authenticate');
    expect(kept()).not.toContain(CHALLENGED);
    expect(await call(session, 'authenticate')).toEqual(first);
  });

  it('is one, also where two tabs ask at once', async () => {
    const { session, transactionId } = await open();
    const asked = ['authenticate', 'authenticate'] as const;
    const [one, two] = await Promise.all(asked.map((step) => call(session, step)));
    expect(one).toEqual(two);
    expect(await find(transactionId)).toEqual({ kind: 'open' });
    expect(bank.told).toEqual([]);
  });

  it('leaves no method to run', async () => {
    const { session } = await open();
    expect(await call(session, 'begin')).toMatchObject({ method: expect.any(String) });
    await call(session, 'authenticate');
    expect(await call(session, 'begin')).toMatchObject({ method: null });
  });
});

describe('a session', () => {
  it('is the same for the same reference of a company, and for no other', async () => {
    const first = await open();
    expect(await open()).toEqual(first);
    expect(await open({ companyId: 'co_2' })).not.toEqual(first);
    expect(await open({ reference: 'auth_2' })).not.toEqual(first);
  });

  it('is one where two open at once', async () => {
    const [a, b] = await Promise.all([open(), open()]);
    expect(a).toEqual(b);
  });

  it('carries 32 secret bytes, and none of another is taken', async () => {
    const { session, transactionId } = await open();
    expect(session).toMatch(/^[0-9a-f-]{36}\.[A-Za-z0-9_-]{43}$/);
    for (const forged of [`${transactionId}.${'A'.repeat(43)}`, transactionId]) {
      expect(await call(forged, 'status')).toEqual({ error: { code: 'session_unknown' } });
    }
  });

  it('ends at its time by the account, to the millisecond', async () => {
    const { session } = await authenticate(bank, CHALLENGED);
    bank.clock.now = new Date('2030-01-01T12:14:59.999Z');
    expect(await call(session, 'status')).toMatchObject({ transStatus: 'C' });
    bank.clock.now = new Date('2030-01-01T12:15:00Z');
    for (const step of ['begin', 'authenticate', 'status'] as const) {
      expect(await call(session, step)).toEqual({ error: { code: 'session_expired' } });
    }
  });

  it('still tells its result after its time', async () => {
    const { session, press } = await openChallenge(bank);
    await press('confirm', '1234');
    bank.clock.now = new Date('2030-01-01T13:00:00Z');
    expect(await call(session, 'status')).toEqual({ transStatus: 'Y', cancelled: false });
  });
});

it('another company neither finds nor cancels a transaction', async () => {
  const { transactionId } = await authenticate(bank, CHALLENGED);
  const theirs = { companyId: 'co_2', transactionId };
  await expect(bank.provider.find(theirs, never)).rejects.toThrow();
  await expect(bank.provider.cancel(theirs, never)).rejects.toThrow();
  await expect(find('0190c1d2-aaaa-4bbb-8ccc-000000000001')).rejects.toThrow();
  expect(await find(transactionId)).toEqual({ kind: 'open' });
});

describe('cancelling', () => {
  it('before the bank was asked ends it, and the bank decides nothing', async () => {
    const { session, transactionId } = await open();
    const cancelled = { kind: 'failed', reason: 'cancelled' };
    expect(await cancel(transactionId)).toEqual(cancelled);
    expect(await cancel(transactionId)).toEqual(cancelled);
    expect(await call(session, 'authenticate')).toEqual({
      transStatus: 'N',
      cancelled: true,
      challenge: null,
    });
    expect(await find(transactionId)).toEqual(cancelled);
    expect(bank.told).toEqual([transactionId]);
    expect(kept()).not.toContain(CHALLENGED);
  });

  it('changes nothing after its time', async () => {
    const { transactionId } = await open();
    bank.clock.now = new Date('2030-01-01T13:00:00Z');
    expect(await cancel(transactionId)).toEqual({ kind: 'open' });
  });
});
