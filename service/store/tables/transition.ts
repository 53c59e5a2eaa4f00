import type { Db, Queryable, Transaction } from '../../base/shared/db.ts';
import { UniqueViolation } from '../../base/shared/db.ts';
import type { AuditEntry, AuditLog } from '../../domain/audit/audit-log.ts';
import type {
  LedgerStore,
  LedgerTransaction,
  Posting,
  PostingPlan,
} from '../../domain/ledger/ledger.ts';
import { decidePostings, historyNeeded } from '../../domain/ledger/ledger-postings.ts';
import type { WebhookEventDraft } from '../../domain/webhooks/webhook-event.ts';
import type { WebhookEvent, WebhookStore } from '../../domain/webhooks/webhook-outbox.ts';
import { Batcher } from '../engine/batcher.ts';

type Subject = { companyId: string; id: string; updatedAt: Date };

type Move = {
  from: Subject | null;
  to: Subject | null;
  posting: PostingPlan | null;
  event: WebhookEventDraft | null;
  audit: AuditEntry | null;
};

export type Posted = LedgerTransaction | null;

export type TransitionStores = {
  ledger: LedgerStore;
  webhooks: Pick<WebhookStore, 'latest' | 'append'>;
  audit: Pick<AuditLog, 'append'>;
  toEvent: (draft: WebhookEventDraft) => WebhookEvent;
};

/** All of a batch came too late; what it has locked is let go of. */
class NothingMoved extends Error {}

/**
 * Writes moves, those of one company that come while others of it are written in one transaction:
 * first the rows change that are still as they were read and the balances are locked, in one round
 * trip; then, in another, everything is written that follows for those that changed, and committed.
 * Postings are decided in between, on the locked balances. `onMoved` is told once, after the
 * commit.
 */
export function createTransition<OneTransition extends Move>(
  db: Db,
  stores: TransitionStores,
  {
    change,
    before = () => [],
    alongside,
    onMoved,
  }: {
    /** Changes the rows and gives the ids of those that were as they were read. */
    change(tx: Queryable, companyId: string, moves: readonly OneTransition[]): Promise<string[]>;
    /**
     * Writes what belongs to one that was changed and takes more than one statement. `posted`: null
     * where it moves no money.
     */
    before?(tx: Queryable, move: OneTransition, posted: Posted): Promise<unknown>[];
    /** Writes what else belongs to it, each by one statement. */
    alongside(tx: Queryable, move: OneTransition, posted: Posted): Promise<unknown>[];
    onMoved: (moves: readonly OneTransition[]) => void;
  },
): (move: OneTransition) => Promise<boolean> {
  const { ledger, webhooks, audit, toEvent } = stores;

  async function write(
    tx: Transaction,
    companyId: string,
    asked: OneTransition[],
  ): Promise<OneTransition[]> {
    const postings = asked.flatMap(postingsOf);
    const told = asked.filter(({ event }) => event !== null).map((move) => subjectOf(move).id);
    const [changed, locked, latest] = await Promise.all([
      change(tx, companyId, asked),
      postings.length === 0
        ? null
        : ledger.lock(
            tx,
            companyId,
            postings.flatMap((posting) => historyNeeded(posting) ?? []),
          ),
      told.length === 0 ? new Map<string, number>() : webhooks.latest(tx, companyId, told),
    ]);
    const made = asked.filter((move) => changed.includes(subjectOf(move).id));
    if (made.length === 0) throw new NothingMoved();
    const decided = locked === null ? [] : decidePostings(locked, made.flatMap(postingsOf));
    const events = made.flatMap(({ event }) => (event === null ? [] : [toEvent(event)]));
    const entries = made.flatMap((move) => move.audit ?? []);
    const postedOf = ({ posting }: OneTransition) =>
      decided.find(({ plan }) => plan === posting) ?? null;
    await Promise.all(made.flatMap((move) => before(tx, move, postedOf(move))));
    await tx.commitWith(() => [
      ...made.flatMap((move) => alongside(tx, move, postedOf(move))),
      ...(locked === null ? [] : [ledger.append(tx, companyId, locked, decided)]),
      webhooks.append(tx, companyId, latest, events),
      ...entries.map((entry) => audit.append(entry, tx)),
    ]);
    return made;
  }

  const batcher = new Batcher<OneTransition, boolean | 'again'>(async (moves) => {
    const asked = firstOfEach(moves);
    const [one] = asked;
    if (one === undefined) return [];
    const { companyId } = subjectOf(one);
    const attempt = () => db.transaction((tx) => write(tx, companyId, asked));
    const made = await attempt()
      .catch((error: unknown) => {
        // Somebody has taken what is there once, such as a reference, in the same moment: it is seen now.
        if (error instanceof UniqueViolation) return attempt();
        throw error;
      })
      .catch((error: unknown): OneTransition[] => {
        if (error instanceof NothingMoved) return [];
        throw error;
      });
    if (made.length > 0) onMoved(made);
    const moved = new Set(made.map((move) => subjectOf(move).id));
    return moves.map((move) => {
      if (asked.includes(move)) return made.includes(move);
      // Where another of its subject was made, this one came too late. One that was not made had been
      // read too early, and tells nothing of the next.
      return moved.has(subjectOf(move).id) ? false : 'again';
    });
  });
  return async (move) => {
    for (;;) {
      const answer = await batcher.run(move, { batchKey: subjectOf(move).companyId });
      if (answer !== 'again') return answer;
    }
  };
}

/** The first move of each subject. Two processes lock in the same order. */
function firstOfEach<OneTransition extends Move>(moves: readonly OneTransition[]): OneTransition[] {
  const byId = new Map<string, OneTransition>();
  for (const move of moves) {
    const { id } = subjectOf(move);
    if (!byId.has(id)) byId.set(id, move);
  }
  return [...byId].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, move]) => move);
}

function subjectOf({ from, to }: Move): Subject {
  const subject = to ?? from;
  if (subject === null) throw new Error('a move is of something');
  return subject;
}

function postingsOf(move: Move): Posting[] {
  if (move.posting === null) return [];
  const { posting: plan } = move;
  const { id, updatedAt: now } = subjectOf(move);
  return [{ sourceId: 'refundId' in plan ? plan.refundId : id, plan, now }];
}
