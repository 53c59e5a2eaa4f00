import type { PayinStatus } from '../contract/payin.ts';
import { ApiError } from './api-error.ts';
import type { ChargeState, Payin, PayinStore } from './payin.ts';
import type { Queryable } from './store/db.ts';

/**
 * Every move a payin can make. A move that is not here is refused, whoever asks for it.
 * Source: spec, "Payin states"; design 5.2. Decision: only the moves something can cause today are
 * listed; each part that adds a cause adds its row.
 */
export const PAYIN_TRANSITIONS: Readonly<Record<PayinStatus, readonly PayinStatus[]>> = {
  PENDING: ['APPROVED', 'REFUSED', 'FAILED'],
  PENDING_3DS: ['PENDING', 'APPROVED', 'REFUSED', 'FAILED', 'CANCELED'],
  APPROVED: [],
  REFUSED: [],
  FAILED: [],
  CANCELED: [],
  REFUNDED: [],
  CHARGEBACK: [],
  MED: [],
  EXPIRED: [],
};

/** After these a merchant may use the `referenceId` for another try. Source: design 5.3. */
const FREES_REFERENCE: ReadonlySet<PayinStatus> = new Set([
  'REFUSED',
  'FAILED',
  'EXPIRED',
  'CANCELED',
]);

export function holdsReference(status: PayinStatus): boolean {
  return !FREES_REFERENCE.has(status);
}

/** Somebody else decided the payin first; what they decided is in the table. */
export class PayinMoved extends Error {
  constructor() {
    super('the payin has moved on');
    this.name = 'PayinMoved';
  }
}

/**
 * One status entered. `before`: null where the payin was decided at its creation, so that nobody
 * has seen it before. `movedAmount`: centavos that this change moves, all of the payin unless a
 * part is refunded or taken back. `now`: the account's time.
 */
export type PayinChange = { before: Payin | null; after: Payin; movedAmount: number; now: Date };

/** What happens with every status entered, in order, in the transaction that enters it. */
export type PayinEffects = readonly ((tx: Queryable, change: PayinChange) => Promise<void>)[];

/**
 * Moves a payin to another status inside the caller's transaction: the one place where a status
 * changes, so that whatever must happen with it happens in the same commit. Throws 409
 * ILLEGAL_TRANSITION for a move that is not in the table, `PayinMoved` where another was faster.
 */
export async function changePayinStatus(
  tx: Queryable,
  { payins, payinEffects }: { payins: PayinStore; payinEffects: PayinEffects },
  change: {
    payin: Payin;
    to: PayinStatus;
    externalId: string;
    now: Date;
    /** `unknown` where the acquirer has not told yet. */
    chargeState?: ChargeState;
    movedAmount?: number;
  },
): Promise<Payin> {
  const { payin, to, externalId, now, chargeState = 'decided' } = change;
  if (!PAYIN_TRANSITIONS[payin.status].includes(to)) {
    throw new ApiError('ILLEGAL_TRANSITION', `A payin cannot go from ${payin.status} to ${to}.`);
  }
  const moved: Payin = { ...payin, status: to, chargeState, externalId, updatedAt: now };
  if (!(await payins.move(tx, { from: payin.status, payin: moved }))) throw new PayinMoved();
  const before = payin.chargeState === 'reserved' ? null : payin;
  const movedAmount = change.movedAmount ?? payin.amount;
  for (const effect of payinEffects) await effect(tx, { before, after: moved, movedAmount, now });
  return moved;
}
