import type { Db } from '../../base/shared/db.ts';
import type { Lists } from '../../domain/summaries/lists.ts';
import type { Settings } from '../../settings.ts';
import { openPostgresDb } from '../../store/engine/postgres-db.ts';
import type { Replica } from '../../store/engine/replica.ts';
import { MAX_AGE_MS, readOfReplica } from '../../store/engine/replica.ts';
import { createLedgerStore } from '../../store/tables/ledger/ledger.ts';
import { createStatementStore } from '../../store/tables/ledger/statement.ts';
import { createPayinListStore } from '../../store/tables/payins/payin-list.ts';
import { createPayoutStore } from '../../store/tables/payouts/payout.ts';

/** A list that waits longer for its replica is read of the primary. */
const PATIENCE = { connectTimeoutMs: 2_000, statementTimeoutMs: 2_000 };

export function openReplica(
  { databaseReplicaUrl }: Settings,
  db: Db,
  elapsedMs: () => number,
): Replica | null {
  if (databaseReplicaUrl === undefined) return null;
  const open = () => openPostgresDb(databaseReplicaUrl, PATIENCE);
  return readOfReplica(db, open, elapsedMs);
}

export function createLists(db: Db, replica: Replica | null): Lists {
  const reads = replica?.reads ?? db;
  return {
    payinLists: createPayinListStore(reads),
    ledger: createLedgerStore(reads),
    payouts: createPayoutStore(reads),
    statements: createStatementStore(reads),
    maxAgeMs: replica === null ? null : MAX_AGE_MS,
  };
}
