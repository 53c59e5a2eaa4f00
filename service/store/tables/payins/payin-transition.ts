import type { Db, Queryable } from '../../../base/shared/db.ts';
import { dayInSaoPaulo } from '../../../base/shared/sao-paulo-days.ts';
import type { CardTokenStore } from '../../../domain/cards/card-token.ts';
import type { Receivable, ReceivableStore } from '../../../domain/ledger/receivable.ts';
import { withReturned, withWaiting } from '../../../domain/ledger/receivable.ts';
import type { DeclineStore } from '../../../domain/payins/decline.ts';
import type { ChargeState, Payin } from '../../../domain/payins/payin.ts';
import { holdsReference } from '../../../domain/payins/payin-status.ts';
import type { PayinTransition, TransitionPayin } from '../../../domain/payins/payin-transition.ts';
import type { RefundStore } from '../../../domain/payins/refunds/refund.ts';
import type { ReversalStore } from '../../../domain/payins/refunds/reversal.ts';
import type { AuthenticationStore } from '../../../domain/payins/three-d-secure/three-d-secure.ts';
import { MAX_BATCH } from '../../engine/batcher.ts';
import { among, raw, sql } from '../sql.ts';
import type { Posted, TransitionStores } from '../transition.ts';
import { createTransition } from '../transition.ts';

type PayinTransitionStores = TransitionStores & {
  cardTokens: Pick<CardTokenStore, 'finish'>;
  authentications: Pick<AuthenticationStore, 'insert' | 'end' | 'forgetSecrets' | 'release'>;
  declines: Pick<DeclineStore, 'insert'>;
  reversals: Pick<ReversalStore, 'put'>;
  refunds: Pick<RefundStore, 'insert' | 'end'>;
  receivables: Pick<ReceivableStore, 'lock' | 'put'>;
};

/** The only writer of a payin's status. `onMoved` is told of every move once it is committed. */
export function createTransitionPayin(
  db: Db,
  stores: PayinTransitionStores,
  onMoved: (moves: readonly PayinTransition[]) => void,
): TransitionPayin {
  return createTransition<PayinTransition>(db, stores, {
    onMoved,
    // Nothing is awaited before the rows are changed: what is asked for beside this, such as the places
    // of events, has to be read under their locks.
    async change(tx, companyId, moves) {
      const kept = firstToRetake(moves).flatMap(({ from, to }) =>
        to === null ? [] : [toRow(from, to)],
      );
      const gone = moves.filter(({ to }) => to === null).map(({ from }) => from.id);
      const rows = await Promise.all([
        kept.length === 0 ? [] : update(tx, companyId, kept),
        gone.length === 0 ? [] : remove(tx, companyId, gone),
      ]);
      const changed = new Set(rows.flat().map(({ id }) => id));
      await undoWhatGoesBack(tx, companyId, moves, changed);
      // A reversal leaves its payin as it is, so the payin does not tell who was faster. It is locked
      // from here on, and its reversal tells.
      const reversing = moves.filter(
        ({ from, reversal }) => reversal !== null && changed.has(from.id),
      );
      for (const { from, reversal } of reversing) {
        if (reversal !== null && !(await stores.reversals.put(tx, reversal)))
          changed.delete(from.id);
      }
      for (const { from, to, refund } of moves) {
        if (to === null || refund === null || !('begins' in refund)) continue;
        if (!changed.has(from.id) || (await stores.refunds.insert(tx, refund.begins))) continue;
        // Another refund has its reference: the payin is as it was.
        await update(tx, companyId, [toRow(to, from)]);
        changed.delete(from.id);
      }
      return [...changed];
    },
    before: (tx, move, posted) => {
      const { from, authentication } = move;
      const followed = followReceivables(tx, move, posted, stores.receivables);
      if (authentication === null) return followed;
      const { opens, ends, id } = authentication;
      const { companyId } = from;
      return [
        ...followed,
        ...(opens === undefined ? [] : [stores.authentications.insert(tx, opens)]),
        ...(ends === undefined ? [] : [stores.authentications.end(tx, { companyId, id }, ends)]),
      ];
    },
    alongside: (tx, move, posted) => alongside(tx, move, posted, stores),
  });
}

type Asked = ReturnType<typeof toRow>;

/**
 * What was written once by an acknowledgement is not written over. The limit and the keys beside the
 * join say nothing new: they tell the planner how few rows there are, and to find them by their keys.
 */
function update(tx: Queryable, companyId: string, asked: readonly Asked[]) {
  return tx.query<{ id: string }>(sql('payin_move', companyId)`WITH asked AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${JSON.stringify(asked)}::json) AS a (id text, from_status
        text,
        from_charge text, from_refunded bigint, from_told_refunds jsonb, from_dispute jsonb,
        status text,
        charge_state text, provider text, external_id text, refunded_amount bigint, told_refunds
          jsonb,
        dispute jsonb, holds_reference boolean, replaced_by text, trace jsonb,
        authentication_id text, three_d_secure jsonb, pix_copy_and_paste text, boleto_barcode text,
        boleto_pix_copy_and_paste text,
        open_finance_redirect_url text, decline_reason text, expires_at timestamptz, reserved_at
          timestamptz,
        updated_at timestamptz)
      LIMIT ${raw(MAX_BATCH)}
    )
    UPDATE payins p SET status = a.status, charge_state = a.charge_state, provider = a.provider,
      external_id = coalesce(p.external_id, a.external_id),
      refunded_amount = a.refunded_amount, told_refunds = a.told_refunds,
      dispute = nullif(a.dispute, 'null'),
      holds_reference = a.holds_reference,
      replaced_by = coalesce(p.replaced_by, a.replaced_by), trace = p.trace || a.trace,
      authentication_id = coalesce(p.authentication_id, a.authentication_id),
      three_d_secure = coalesce(nullif(a.three_d_secure, 'null'), p.three_d_secure),
      pix_copy_and_paste = coalesce(p.pix_copy_and_paste, a.pix_copy_and_paste),
      boleto_barcode = coalesce(p.boleto_barcode, a.boleto_barcode),
      boleto_pix_copy_and_paste =
        coalesce(p.boleto_pix_copy_and_paste, a.boleto_pix_copy_and_paste),
      open_finance_redirect_url =
        coalesce(p.open_finance_redirect_url, a.open_finance_redirect_url),
      decline_reason = coalesce(p.decline_reason, a.decline_reason),
      expires_at = coalesce(p.expires_at, a.expires_at),
      reserved_at = a.reserved_at, updated_at = a.updated_at
    FROM asked a
    WHERE p.company_id = $1 AND p.id = a.id AND p.id = ANY (ARRAY(SELECT id FROM asked))
      AND p.status = a.from_status AND p.refunded_amount = a.from_refunded
      AND p.told_refunds = a.from_told_refunds
      AND p.dispute IS NOT DISTINCT FROM nullif(a.from_dispute, 'null')
      AND (p.holds_reference OR NOT a.holds_reference OR NOT EXISTS (
        SELECT FROM payins h
        WHERE h.company_id = $1 AND h.reference_id = p.reference_id AND h.holds_reference))
      AND a.from_charge IN (p.charge_state,
        CASE WHEN p.charge_state = 'decided' THEN 'decided' ELSE 'undecided' END)
    RETURNING p.id`);
}

function retakes({ from, to }: PayinTransition): boolean {
  return to !== null && holdsReference(to.status) && !holdsReference(from.status);
}

/** Of those that take one reference again, the first: the others find it held. */
function firstToRetake(moves: readonly PayinTransition[]): PayinTransition[] {
  const taken = new Set<string>();
  return moves.filter((move) => {
    if (!retakes(move)) return true;
    const { referenceId } = move.from;
    return !taken.has(referenceId) && taken.add(referenceId);
  });
}

/**
 * A payin whose money is on its way back is approved by nobody: it stays as it was. Read when its row
 * is locked, so that whoever begins to give it back comes before this or not at all.
 */
async function undoWhatGoesBack(
  tx: Queryable,
  companyId: string,
  moves: readonly PayinTransition[],
  changed: Set<string>,
): Promise<void> {
  const retaken = moves.filter((move) => retakes(move) && changed.has(move.from.id));
  if (retaken.length === 0) return;
  const rows = await tx.query<{ payin_id: string }>(sql('payin_move_reversals', companyId)`
    SELECT payin_id FROM reversals WHERE company_id = $1
    AND payin_id = ${among(retaken.map(({ from }) => from.id))}`);
  const reversed = new Set(rows.map((row) => row.payin_id));
  const undone = retaken.flatMap(({ from, to }) =>
    to !== null && reversed.has(from.id) ? [toRow(to, from)] : [],
  );
  if (undone.length > 0) await update(tx, companyId, undone);
  for (const { id } of undone) changed.delete(id);
}

/** Only a payin that nobody was told of can go. */
function remove(tx: Queryable, companyId: string, ids: readonly string[]) {
  return tx.query<{ id: string }>(sql('payin_release', companyId)`DELETE FROM payins
    WHERE company_id = $1 AND id = ${among(ids)}
      AND charge_state = 'reserved' RETURNING id`);
}

function toRow(from: Payin, to: Payin) {
  return {
    id: from.id,
    from_status: from.status,
    from_charge: requiredCharge(from, to),
    from_refunded: from.refundedAmount,
    from_told_refunds: from.refunds,
    from_dispute: from.dispute,
    status: to.status,
    charge_state: to.chargeState,
    provider: to.provider,
    external_id: to.externalId,
    refunded_amount: to.refundedAmount,
    told_refunds: to.refunds,
    dispute: to.dispute,
    holds_reference: holdsReference(to.status),
    replaced_by: to.replacedBy,
    trace: to.trace,
    authentication_id: to.authenticationId,
    three_d_secure: to.threeDSecure,
    pix_copy_and_paste: to.pixCopyAndPaste,
    boleto_barcode: to.boletoBarcode,
    boleto_pix_copy_and_paste: to.boletoPixCopyAndPaste,
    open_finance_redirect_url: to.openFinanceRedirectUrl,
    decline_reason: to.declineReason,
    expires_at: to.expiresAt,
    reserved_at: to.reservedAt,
    updated_at: to.updatedAt,
  };
}

/**
 * A decision holds whatever became of the charge since it was read, as long as nobody has decided.
 * But only a payin nobody was told of can be acknowledged, and one whose buyer is asked to
 * authenticate is decided by the end of that alone.
 */
function requiredCharge(from: Payin, to: Payin): ChargeState | 'undecided' {
  const { chargeState } = from;
  if (chargeState === 'decided' || chargeState === 'awaiting_authentication') return chargeState;
  return to.chargeState === 'decided' || chargeState !== 'reserved' ? 'undecided' : chargeState;
}

function alongside(
  tx: Queryable,
  { from, token, authentication, decline, refund, receivables }: PayinTransition,
  posted: Posted,
  { cardTokens, authentications, declines, refunds, receivables: store }: PayinTransitionStores,
): Promise<unknown>[] {
  const { companyId, id: payinId } = from;
  const writes: Promise<unknown>[] = [];
  if (token !== null) {
    const { tokenHash, to } = token;
    writes.push(cardTokens.finish(tx, { companyId, tokenHash, payinId }, to));
  }
  if (authentication !== null) {
    const { id, forgetsSecrets, isGivenBack } = authentication;
    const key = { companyId, id };
    if (forgetsSecrets) writes.push(authentications.forgetSecrets(tx, key));
    if (isGivenBack) writes.push(authentications.release(tx, { ...key, payinId }));
  }
  if (decline !== null) writes.push(declines.insert(tx, decline));
  if (refund !== null && 'ends' in refund) writes.push(refunds.end(tx, refund.ends));
  if (receivables.length > 0) writes.push(store.put(tx, withPosted(receivables, posted)));
  return writes;
}

/** Of an account that waits, each tells the merchant's share of what was posted. */
function withPosted(receivables: readonly Receivable[], posted: Posted): readonly Receivable[] {
  if (posted?.plan.kind !== 'payin_approved' || posted.plan.waits !== true) return receivables;
  return withWaiting(
    receivables.map((one) => ({ ...one, waiting: 0 })),
    posted.amounts.waiting ?? 0,
  );
}

/** What an approved card's posting moves back or forth, its receivables bear. */
function followReceivables(
  tx: Queryable,
  { from, to }: PayinTransition,
  posted: Posted,
  receivables: PayinTransitionStores['receivables'],
): Promise<void>[] {
  if (to === null || posted === null || from.paymentMethod !== 'CREDIT_CARD') return [];
  const { clearing = 0, waiting = 0 } = posted.amounts;
  if (posted.plan.kind === 'payin_approved' || (clearing === 0 && waiting === 0)) return [];
  const follow = async () => {
    const before = await receivables.lock(tx, from.companyId, from.id);
    if (before.length === 0) return;
    const after = new Map(before.map((one) => [one.installment, one]));
    const day = dayInSaoPaulo(to.updatedAt);
    for (const one of withReturned(before, clearing, day)) after.set(one.installment, one);
    if (waiting !== 0) {
      for (const one of withWaiting([...after.values()], waiting)) after.set(one.installment, one);
    }
    await receivables.put(
      tx,
      [...after.values()].filter((one) => !before.includes(one)),
    );
  };
  return [follow()];
}
