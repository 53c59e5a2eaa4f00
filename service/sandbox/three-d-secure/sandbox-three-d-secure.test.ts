import { describe, expect, it } from 'vitest';
import { authenticate, never, openBank, openChallenge } from '../../testing/test-bank.ts';

function proof(eci: string) {
  return {
    eci,
    cavv: expect.stringMatching(/^[A-Za-z0-9+/]{27}=$/),
    dsTransactionId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    version: '2.2.0',
  };
}
function find(bank: ReturnType<typeof openBank>, transactionId: string) {
  return bank.provider.find({ companyId: 'co_1', transactionId }, never);
}

it.each([
  ['4000000000002701', 'Y', { kind: 'authenticated', ...proof('05') }],
  ['5200000000002235', 'Y', { kind: 'authenticated', ...proof('02') }],
  ['5200000000001005', 'Y', { kind: 'authenticated', ...proof('02') }],
  ['6505290000002000', 'Y', { kind: 'authenticated', ...proof('05') }],
  ['6505050000001000', 'Y', { kind: 'authenticated', ...proof('05') }],
  ['340000000002708', 'Y', { kind: 'authenticated', ...proof('05') }],
  ['4111111111111111', 'Y', { kind: 'authenticated', ...proof('05') }],
  ['4000000000002354', 'Y', { kind: 'authenticated', ...proof('05') }],
  ['4000000000002719', 'A', { kind: 'attempted', ...proof('06') }],
  ['5200000000002482', 'A', { kind: 'attempted', ...proof('01') }],
  ['6505290000002026', 'A', { kind: 'attempted', ...proof('06') }],
  ['340000000002872', 'A', { kind: 'attempted', ...proof('06') }],
  ['4000000000002925', 'N', { kind: 'failed', reason: 'not_authenticated' }],
  ['5200000000002276', 'N', { kind: 'failed', reason: 'not_authenticated' }],
  ['5200000000001013', 'N', { kind: 'failed', reason: 'not_authenticated' }],
  ['6505290000002018', 'N', { kind: 'failed', reason: 'not_authenticated' }],
  ['6505050000001018', 'N', { kind: 'failed', reason: 'not_authenticated' }],
  ['340000000002096', 'N', { kind: 'failed', reason: 'not_authenticated' }],
  ['4000000000002537', 'R', { kind: 'failed', reason: 'rejected' }],
  ['4000000000002313', 'U', { kind: 'failed', reason: 'unavailable' }],
  ['4000000000002420', 'U', { kind: 'failed', reason: 'not_supported' }],
  ['5200000000002664', 'U', { kind: 'failed', reason: 'not_supported' }],
  ['6505290000002257', 'U', { kind: 'failed', reason: 'not_supported' }],
  ['4000000000002644', 'U', { kind: 'failed', reason: 'error' }],
  ['5200000000002656', 'U', { kind: 'failed', reason: 'error' }],
  ['6505290000002265', 'U', { kind: 'failed', reason: 'error' }],
])('a card without a challenge %s ends %s', async (number, transStatus, result) => {
  const bank = openBank();
  const { transactionId, answer } = await authenticate(bank, number);
  expect(answer).toEqual({ transStatus, cancelled: false, challenge: null });
  // What broke tells nothing of the buyer.
  const isBroken = 'reason' in result && result.reason === 'error';
  const told = isBroken ? result : { ...result, isChallenged: false };
  expect(await find(bank, transactionId)).toEqual(told);
  expect(bank.told).toEqual([transactionId]);
});

describe('a card with a challenge', () => {
  it.each([
    ['4000000000002503', '05'],
    ['5200000000002151', '02'],
    ['5200000000001096', '02'],
    ['6505290000002190', '05'],
    ['6505050000001091', '05'],
  ])('%s ends Y with code 1234', async (number, eci) => {
    const bank = openBank();
    const { transactionId, press } = await openChallenge(bank, number);
    expect(await find(bank, transactionId)).toEqual({ kind: 'open' });
    await press('confirm', '1234');
    expect(await find(bank, transactionId)).toEqual({
      ...{ kind: 'authenticated', isChallenged: true, ...proof(eci) },
    });
    expect(bank.told).toEqual([transactionId]);
  });

  it.each([
    '4000000000002370',
    '5200000000002490',
    '5200000000001104',
    '6505290000002208',
    '6505050000001109',
  ])('%s ends N whatever the code', async (number) => {
    const bank = openBank();
    const { transactionId, press } = await openChallenge(bank, number);
    await press('confirm', '1234');
    expect(await find(bank, transactionId)).toEqual({
      kind: 'failed',
      reason: 'not_authenticated',
      isChallenged: true,
    });
  });
});
