import type { ApiErrorCode } from '../../../contract/errors/api-error.ts';
import type { PayoutRequest } from '../../../contract/payments/payout.ts';
import type { KeyedHash } from '../../base/crypto/keyed-hash.ts';
import { isSameHash } from '../../base/crypto/keyed-hash.ts';
import { ApiError } from '../../base/shared/api-error.ts';
import { inPieces } from '../../base/shared/in-pieces.ts';
import type { Account } from '../accounts/account.ts';
import type { LedgerStore } from '../ledger/ledger.ts';
import type { CsvFault, CsvRow } from './batch-csv.ts';
import { readCsv } from './batch-csv.ts';
import type { BatchField, BatchLine, LineProblem, WrongLine } from './batch-line.ts';
import { readHeader, readLine } from './batch-line.ts';
import { fingerprintPayout } from './create-payout.ts';
import type { Payout, PayoutStore } from './payout.ts';

/** Decision: what a person can still look through, and what is made within a minute or so. */
export const BATCH_LIMITS = { bytes: 1024 * 1024, lines: 1_000 };

export type BatchFault =
  | CsvFault
  | { kind: 'too-large' | 'empty' | 'too-many-lines' }
  | { kind: 'header'; missing: readonly BatchField[]; unknown: readonly string[] };

export type CheckedLine = BatchLine & { payout: Payout | null };

/** Payable once nothing is wrong. `total`: centavos of the lines that were not made before. */
export type PayoutBatch = {
  lines: readonly CheckedLine[];
  wrong: readonly WrongLine[];
  total: number;
  available: number;
};

/** Nothing is sent. Lines are named by reference, so that the same file makes no payout twice. */
export async function readPayoutBatch(
  account: Account,
  text: string,
  services: { payouts: PayoutStore; ledger: LedgerStore; hash: KeyedHash },
): Promise<PayoutBatch | { fault: BatchFault }> {
  const read = await readBatchText(text);
  if ('fault' in read) return read;
  const { companyId } = account;
  const references = read.lines.map(({ request }) => request.referenceId);
  const [earlier, balances] = await Promise.all([
    services.payouts.findByReferences(companyId, references),
    services.ledger.readBalances(companyId),
  ]);
  const wrong = [...read.wrong];
  const lines: CheckedLine[] = [];
  for await (const one of inPieces(read.lines)) {
    const payout = earlier.get(one.request.referenceId) ?? null;
    const isSame = ({ bodyFingerprint }: Payout) =>
      isSameHash(bodyFingerprint, fingerprintPayout(services.hash, one.request));
    if (payout === null || isSame(payout)) lines.push({ ...one, payout });
    else wrong.push({ line: one.line, problems: [{ field: 'reference', expected: 'unused' }] });
  }
  const total = lines.reduce(
    (sum, { payout, request }) => sum + (payout === null ? request.amount : 0),
    0,
  );
  wrong.sort((one, other) => one.line - other.line);
  return { lines, wrong, total, available: balances.available ?? 0 };
}

export function isPayable({ lines, wrong, total, available }: PayoutBatch): boolean {
  return lines.length > 0 && wrong.length === 0 && total <= available;
}

/** How many of one batch are asked for at once, so that others of the service go on as well. */
const AT_ONCE = 4;

/** A few at once while there is time; the same file goes on from there. Gives refusals by line. */
export async function makePayouts(
  lines: readonly CheckedLine[],
  make: (request: PayoutRequest) => Promise<unknown>,
  isTimeLeft: () => boolean,
): Promise<ReadonlyMap<number, ApiErrorCode>> {
  const waiting = lines.filter(({ payout }) => payout === null);
  const refusals = new Map<number, ApiErrorCode>();
  async function work() {
    while (isTimeLeft()) {
      const one = waiting.shift();
      if (one === undefined) return;
      try {
        await make(one.request);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        refusals.set(one.line, error.code);
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return refusals;
}

export async function readBatchText(
  text: string,
): Promise<{ lines: BatchLine[]; wrong: WrongLine[] } | { fault: BatchFault }> {
  if (Buffer.byteLength(text) > BATCH_LIMITS.bytes) return { fault: { kind: 'too-large' } };
  // The first names the columns, and one too many tells that there are too many.
  const table = await readCsv(text, BATCH_LIMITS.lines + 2);
  if ('fault' in table) return table;
  const [first, ...rows] = table.rows;
  if (first === undefined) return { fault: { kind: 'empty' } };
  const header = readHeader(first);
  if ('missing' in header) return { fault: { kind: 'header', ...header } };
  if (rows.length === 0) return { fault: { kind: 'empty' } };
  if (rows.length > BATCH_LIMITS.lines) return { fault: { kind: 'too-many-lines' } };
  return readLines(rows, header.columns);
}

async function readLines(rows: readonly CsvRow[], columns: readonly (BatchField | null)[]) {
  const lines: BatchLine[] = [];
  const wrong: WrongLine[] = [];
  const firstOf = new Map<string, number>();
  for await (const row of inPieces(rows)) {
    const read = readLine(row, columns);
    if ('problems' in read) {
      wrong.push(read);
      continue;
    }
    const { referenceId } = read.request;
    const ofLine = firstOf.get(referenceId);
    if (ofLine === undefined) {
      firstOf.set(referenceId, read.line);
      lines.push(read);
      continue;
    }
    const problem: LineProblem = { field: 'reference', expected: 'once', ofLine };
    wrong.push({ line: read.line, problems: [problem] });
  }
  return { lines, wrong };
}
