import type { Db, Queryable } from '../../../base/shared/db.ts';
import type { Payout } from '../../../domain/payouts/payout.ts';
import type {
  PayoutTransition,
  TransitionPayout,
} from '../../../domain/payouts/payout-transition.ts';
import { MAX_BATCH } from '../../engine/batcher.ts';
import { IF_NEW } from '../columns.ts';
import { raw, sql } from '../sql.ts';
import type { TransitionStores } from '../transition.ts';
import { createTransition } from '../transition.ts';
import { PAYOUTS } from './payout.ts';

/** The only writer of a payout's status. `onMoved` is told of every move once it is committed. */
export function createTransitionPayout(
  db: Db,
  stores: TransitionStores,
  onMoved: (moves: readonly PayoutTransition[]) => void,
): TransitionPayout {
  return createTransition<PayoutTransition>(db, stores, {
    onMoved,
    async change(tx, companyId, moves) {
      const asked = moves.flatMap(({ from, to }) => (from === null ? [] : [toRow(from, to)]));
      const changed = await Promise.all([
        ...moves
          .filter(({ from }) => from === null)
          .map(({ to }) => tx.query<{ id: string }>(PAYOUTS.insertion('payouts', to, IF_NEW))),
        asked.length === 0 ? [] : update(tx, companyId, asked),
      ]);
      return changed.flat().map(({ id }) => id);
    },
    alongside: () => [],
  });
}

type Asked = ReturnType<typeof toRow>;

/** What stands beside the join says nothing new: it tells the planner to find rows by their keys. */
function update(tx: Queryable, companyId: string, asked: readonly Asked[]) {
  return tx.query<{ id: string }>(sql('payout_move', companyId)`WITH asked AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${JSON.stringify(asked)}::json) AS a (id text, from_status
        text, is_sent boolean,
        status text, external_id text, reason text, was_refused_at_once boolean,
        was_completed boolean,
        decided_by text, decided_at timestamptz, touched_at timestamptz, updated_at timestamptz)
      LIMIT ${raw(MAX_BATCH)}
    )
    UPDATE payouts p SET status = a.status, external_id = a.external_id, reason = a.reason,
      was_refused_at_once = a.was_refused_at_once,
      was_completed = a.was_completed, decided_by = a.decided_by,
      decided_at = a.decided_at, touched_at = a.touched_at, updated_at = a.updated_at
    FROM asked a
    WHERE p.company_id = $1 AND p.id = a.id AND p.id = ANY (ARRAY(SELECT id FROM asked))
      AND p.status = a.from_status AND p.is_sent = a.is_sent
    RETURNING p.id`);
}

function toRow(from: Payout, to: Payout) {
  return {
    id: to.id,
    from_status: from.status,
    is_sent: to.isSent,
    status: to.status,
    external_id: to.externalId,
    reason: to.reason,
    was_refused_at_once: to.wasRefusedAtOnce,
    was_completed: to.wasCompleted,
    decided_by: to.decidedBy,
    decided_at: to.decidedAt,
    touched_at: to.touchedAt,
    updated_at: to.updatedAt,
  };
}
