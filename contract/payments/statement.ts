import * as z from 'zod/mini';
import {
  cursorOf,
  limitSchema,
  PERIOD,
  pageOf,
  periodInOrder,
  readCursorMoment,
} from './list-query.ts';

/** What can move a balance, by the name the ledger has for it. */
export const STATEMENT_KINDS = {
  opening_balance: 'OPENING_BALANCE',
  payin_approved: 'PAYIN_APPROVED',
  payin_refunded: 'PAYIN_REFUNDED',
  payin_charged_back: 'PAYIN_CHARGED_BACK',
  payin_med: 'PAYIN_MED',
  payin_restored: 'PAYIN_RESTORED',
  reserve_released: 'RESERVE_RELEASED',
  waiting_released: 'WAITING_RELEASED',
  refund_held: 'REFUND_HELD',
  refund_done: 'REFUND_DONE',
  refund_released: 'REFUND_RELEASED',
  payout_created: 'PAYOUT_CREATED',
  payout_completed: 'PAYOUT_COMPLETED',
  payout_returned: 'PAYOUT_RETURNED',
} as const;

/** The last entry of a page: the next one begins after it. */
export type StatementPlace = { at: Date; sequence: number };

/** In the form of a cursor, `<milliseconds>-<number>`. */
export function toStatementCursor({ at, sequence }: StatementPlace): string {
  return `${at.getTime()}-${sequence}`;
}

export function readStatementCursor(cursor: string): StatementPlace | null {
  const [, milliseconds, sequence] = /^(\d{1,15})-(\d{1,15})$/.exec(cursor) ?? [];
  const at = readCursorMoment(milliseconds);
  return at === null || sequence === undefined ? null : { at, sequence: Number(sequence) };
}

/** Query of `GET /balance/statement`; every parameter is optional. */
export const statementQuerySchema = z
  .object({ ...PERIOD, cursor: z.optional(cursorOf(readStatementCursor)), limit: limitSchema })
  .check(periodInOrder());
export type StatementQuery = z.infer<typeof statementQuerySchema>;

/**
 * One movement of the account, in centavos. `number` counts them without a gap. `amount`: what it
 * added to what is available, negative for what it took, 0 where it moved something else;
 * `balance`: what was available after it. `waiting`, `reserved`, `inFlight` and `debt`: what it added
 * to those. `referenceId`: the merchant's, of the refund where it is of one, and `payinId` its payin's
 * then.
 */
export const statementEntrySchema = z.object({
  number: z.number(),
  kind: z.enum(STATEMENT_KINDS),
  amount: z.number(),
  balance: z.number(),
  waiting: z.number(),
  reserved: z.number(),
  inFlight: z.number(),
  debt: z.number(),
  payinId: z.nullable(z.string()),
  payoutId: z.nullable(z.string()),
  refundId: z.nullable(z.string()),
  referenceId: z.nullable(z.string()),
  createdAt: z.string(),
});
export type StatementEntry = z.infer<typeof statementEntrySchema>;

/** 200 of `GET /balance/statement`, the latest first. */
export const balanceStatementSchema = pageOf(statementEntrySchema);
export type BalanceStatement = z.infer<typeof balanceStatementSchema>;
