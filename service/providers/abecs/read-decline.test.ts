import { describe, expect, it } from 'vitest';
import type { CardBrand } from '../../../contract/card/card-brand.ts';
import { CARD_BRANDS } from '../../../contract/card/card-brand.ts';
import { DECLINE_REASONS } from '../../../contract/errors/decline-reason.ts';
import type { CardNetwork } from '../card-network.ts';
import { MERCHANT_ADVICE, readNetworkAnswer, toRefusal } from './read-decline.ts';
import { ABECS_ROWS } from './rows.ts';

const NETWORKS: readonly CardNetwork[] = ['elo', 'visa', 'mastercard', 'amex'];
const entries = ABECS_ROWS.flatMap((row) =>
  NETWORKS.flatMap((brand) =>
    (row.codes[brand] ?? '')
      .split(' ')
      .filter((code) => code !== '')
      .map((code) => ({ brand, code, row })),
  ),
);
const HOUR = 60 * 60;

describe('the table of refusals', () => {
  it('has each code of a network once', () => {
    const keys = entries.map(({ brand, code }) => `${brand} ${code}`);
    expect(keys.length).toBeGreaterThan(120);
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
  });

  it.each(entries)('is read by brand and code: $brand $code', ({ brand, code, row }) => {
    const expected = { verdict: row.verdict, mayRetry: !row.isFinal, retryAfterSeconds: null };
    expect(readNetworkAnswer({ brand, code })).toEqual(expected);
    const written = /^\d+$/.test(code) ? code.padStart(3, '0') : code.toLowerCase();
    expect(readNetworkAnswer({ brand, code: ` ${written}` })).toEqual(expected);
    const outcome = toRefusal({ brand, code }, { externalId: 'their-1' });
    expect(outcome?.kind).toBe(row.verdict.kind);
    if (row.verdict.kind !== 'refused' && row.verdict.kind !== 'declined') return;
    expect(DECLINE_REASONS).toContain(row.verdict.reason);
    expect(outcome).toMatchObject({ reason: row.verdict.reason, network: { brand, code } });
  });
});

// Again and apart, so that a row that was moved by mistake shows: what our facts say of the codes.
describe('a refusal', () => {
  it.each<[CardBrand, string, object]>([
    ['visa', '51', { kind: 'declined', code: 'PAYER_LIMIT_REJECTED', decidedBy: 'issuer' }],
    ['visa', 'N4', { kind: 'declined', code: 'PAYER_LIMIT_REJECTED', reason: 'limit_exceeded' }],
    ['elo', '65', { kind: 'declined', code: 'PAYER_LIMIT_REJECTED', reason: 'limit_exceeded' }],
    ['amex', '116', { kind: 'declined', code: 'PAYER_LIMIT_REJECTED' }],
    ['amex', 'A5', { kind: 'declined', code: 'PAYER_LIMIT_REJECTED' }],
    ['elo', '63', { kind: 'declined', code: 'INVALID_CVV' }],
    ['visa', 'N7', { kind: 'declined', code: 'INVALID_CVV' }],
    ['mastercard', '63', { kind: 'declined', code: 'INVALID_CVV' }],
    ['visa', '59', { kind: 'declined', code: 'REJECTED_BY_RISK' }],
    ['visa', '07', { kind: 'declined', code: 'REJECTED_BY_RISK' }],
    ['mastercard', '04', { kind: 'declined', code: 'REJECTED_BY_RISK' }],
    ['mastercard', '83', { kind: 'declined', code: 'REJECTED_BY_RISK' }],
    ['visa', '04', { kind: 'refused', reason: 'card_blocked' }],
    ['elo', '04', { kind: 'unavailable' }],
    ['visa', '05', { kind: 'refused', reason: 'do_not_honour' }],
    ['amex', 'FA', { kind: 'refused', reason: 'do_not_honour' }],
    ['elo', '56', { kind: 'refused', reason: 'invalid_card' }],
    ['mastercard', '1', { kind: 'refused', reason: 'invalid_card' }],
    ['mastercard', '79', { kind: 'refused', reason: 'invalid_card' }],
    ['mastercard', '82', { kind: 'refused', reason: 'not_allowed' }],
    ['visa', '54', { kind: 'refused', reason: 'card_expired' }],
    ['visa', '41', { kind: 'refused', reason: 'card_blocked' }],
    ['elo', '78', { kind: 'refused', reason: 'card_blocked' }],
    ['elo', '38', { kind: 'refused', reason: 'tries_exceeded' }],
    ['visa', '82', { kind: 'refused', reason: 'not_authenticated' }],
    ['mastercard', '88', { kind: 'refused', reason: 'not_authenticated' }],
    ['elo', 'AB', { kind: 'refused', reason: 'not_allowed' }],
    ['visa', 'R1', { kind: 'refused', reason: 'not_allowed' }],
    ['visa', '12', { kind: 'failed' }],
    ['mastercard', '12', { kind: 'failed' }],
    ['elo', '12', { kind: 'refused', reason: 'invalid_card' }],
    ['mastercard', '30', { kind: 'failed' }],
    ['elo', '58', { kind: 'failed' }],
    ['visa', '58', { kind: 'refused', reason: 'not_allowed' }],
    ['elo', '64', { kind: 'failed' }],
    ['mastercard', '91', { kind: 'unavailable' }],
    ['amex', '911', { kind: 'unavailable' }],
  ])('of %s with %s', (brand, code, expected) => {
    expect(toRefusal({ brand, code }, { externalId: 'their-1' })).toMatchObject(expected);
  });

  it.each(['hiper', 'hipercard', 'maestro'] as const)('of %s is as of Mastercard', (brand) => {
    const other = readNetworkAnswer({ brand, code: '57' });
    expect(other).toEqual(readNetworkAnswer({ brand: 'mastercard', code: '57' }));
  });

  it.each<[CardBrand, string]>([
    ['visa', '00'],
    ['visa', ''],
    ['visa', '1000'],
    ['visa', '__proto__'],
    ['diners', '51'],
    ['unknown', '51'],
  ])('that nobody knows says nothing: %s %s', (brand, code) => {
    expect(toRefusal({ brand, code }, { externalId: 'their-1' })).toBeNull();
  });

  it('is never told with a network that is not the brand asked for', () => {
    for (const brand of CARD_BRANDS) {
      const outcome = toRefusal({ brand, code: '51' }, { externalId: 'their-1' });
      if (outcome !== null) expect(outcome).toMatchObject({ network: { brand } });
    }
  });
});

describe("Mastercard's advice", () => {
  it.each([...MERCHANT_ADVICE])('%s says when, or never', (advice, retryAfterSeconds) => {
    const code = '51';
    const expected = { mayRetry: retryAfterSeconds !== null, retryAfterSeconds };
    expect(readNetworkAnswer({ brand: 'mastercard', code, advice })).toMatchObject(expected);
    const written = advice.padStart(2, '0');
    expect(readNetworkAnswer({ brand: 'mastercard', code, advice: written })).toMatchObject(
      expected,
    );
  });

  it.each([
    ['79', '03', false, null],
    ['79', '02', true, 72 * HOUR],
    ['82', '01', false, null],
    ['83', '03', false, null],
    ['83', '02', true, 72 * HOUR],
    ['82', undefined, true, null],
    ['54', '24', true, HOUR],
    ['05', '99', true, null],
  ])('decides over the code: %s with %s', (code, advice, mayRetry, retryAfterSeconds) => {
    const network = { brand: 'mastercard', code, ...(advice === undefined ? {} : { advice }) };
    expect(readNetworkAnswer({ ...network, brand: 'mastercard' })).toMatchObject({
      mayRetry,
      retryAfterSeconds,
    });
  });

  it('is Mastercard alone: at another network it says nothing', () => {
    const answer = readNetworkAnswer({ brand: 'visa', code: '51', advice: '03' });
    expect(answer).toMatchObject({ mayRetry: true, retryAfterSeconds: null });
  });
});
