import type { ChargeOutcome, NetworkAnswer } from '../acquirer.ts';
import { networkOf, toNetworkCode } from '../card-network.ts';
import type { AbecsRow, AbecsVerdict } from './rows.ts';
import { ABECS_ROWS } from './rows.ts';

/** `retryAfterSeconds`: null where the answer says no time. */
export type NetworkDecline = {
  verdict: AbecsVerdict;
  mayRetry: boolean;
  retryAfterSeconds: number | null;
};

const HOUR = 60 * 60;
const DAY = 24 * HOUR;

/**
 * Mastercard's Merchant Advice Codes; null: not again with the same data. Source: Cielo,
 * programa-retentativa-bandeiras.md (the repository that rows.ts names), read 2026-11-23.
 */
export const MERCHANT_ADVICE: ReadonlyMap<string, number | null> = new Map([
  ['1', null],
  ['2', 72 * HOUR],
  ['3', null],
  ['4', null],
  ['21', null],
  ['24', HOUR],
  ['25', DAY],
  ['26', 2 * DAY],
  ['27', 4 * DAY],
  ['28', 6 * DAY],
  ['29', 8 * DAY],
  ['30', 10 * DAY],
  ['40', null],
  ['41', null],
]);

const BY_CODE = byCode();

function byCode(): ReadonlyMap<string, AbecsRow> {
  const rows = new Map<string, AbecsRow>();
  for (const row of ABECS_ROWS) {
    for (const [network, codes] of Object.entries(row.codes)) {
      for (const code of codes.split(' ')) rows.set(`${network} ${code}`, row);
    }
  }
  return rows;
}

/** Null for a code that the table has not got. */
export function readNetworkAnswer({ brand, code, advice }: NetworkAnswer): NetworkDecline | null {
  const network = networkOf(brand);
  const row = BY_CODE.get(`${network} ${toNetworkCode(code)}`);
  if (row === undefined) return null;
  const advised =
    advice === undefined || network !== 'mastercard'
      ? undefined
      : MERCHANT_ADVICE.get(toNetworkCode(advice));
  const { verdict, isFinal } = row;
  if (advised === undefined) return { verdict, mayRetry: !isFinal, retryAfterSeconds: null };
  return { verdict, mayRetry: advised !== null, retryAfterSeconds: advised };
}

/** Null for a code nobody knows. */
export function toRefusal(
  network: NetworkAnswer,
  { externalId }: { externalId: string },
): Exclude<ChargeOutcome, { kind: 'approved' | 'authentication_required' }> | null {
  const read = readNetworkAnswer(network);
  if (read === null) return null;
  const { verdict } = read;
  switch (verdict.kind) {
    case 'refused':
      return { ...verdict, externalId, network };
    case 'declined':
      return { ...verdict, decidedBy: 'issuer', network };
    case 'failed':
      return { kind: 'failed', externalId };
    case 'unavailable':
      return { kind: 'unavailable' };
    default:
      return verdict satisfies never;
  }
}
