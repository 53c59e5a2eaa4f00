import * as z from 'zod/mini';
import type { KnownRefund, RefundVerbs } from '../../providers/refunds.ts';
import type { SandboxState } from '../records.ts';
import { createRecords } from '../records.ts';
import { never } from './never.ts';

/**
 * What the sandbox does with a refund. `silent`: no answer. These and those that are `processing` are
 * decided later. `unavailable_once`: a passing failure when it is first asked for.
 */
type Decision =
  | 'done'
  | 'refused'
  | 'processing'
  | 'processing_then_refused'
  | 'silent'
  | 'unavailable_once';

/** Published test reasons, whole, in any case; the names on test cards that do the same. */
const BY_REASON: Readonly<Record<string, Decision>> = {
  OTHE: 'refused',
  PEND: 'processing',
  FAIL: 'processing_then_refused',
  SLOW: 'silent',
  PERR: 'unavailable_once',
};

const keptSchema = z.object({
  decision: z.string(),
  externalId: z.string(),
  /** Before this moment it is still being worked on; null: decided at once. */
  decidedAt: z.nullable(z.string()),
});

const LATER_MS = 60_000;

/** Gives back no money, once for each refund's id: asked again, it tells of the first. */
export function createSandboxRefunds(options: {
  state: SandboxState;
  /** The sandbox time of a company: what is decided later is when that clock has moved on. */
  nowFor: (companyId: string) => Promise<Date>;
  randomId: () => string;
}): RefundVerbs {
  const { state, nowFor, randomId } = options;
  const refunds = createRecords(state, 'refund', keptSchema);

  const find = async (companyId: string, refundId: string): Promise<KnownRefund> => {
    const kept = await refunds.find(refundId);
    if (kept === null) return { kind: 'not_found' };
    const { decision, externalId, decidedAt } = kept;
    if (decidedAt !== null && (await nowFor(companyId)) < new Date(decidedAt)) {
      return { kind: 'processing' };
    }
    const isRefused = decision === 'refused' || decision === 'processing_then_refused';
    if (isRefused) return { kind: 'refused', reason: 'the receiving account is closed' };
    return { kind: 'done', externalId };
  };

  return {
    async refund({ companyId, refundId, reason }, signal) {
      const decision = decide(reason);
      if (decision === 'unavailable_once') {
        const mark = randomId();
        const isFirst = (await state.keep(`refund-first-try|${refundId}`, mark)) === mark;
        if (isFirst) return { kind: 'unavailable' };
      }
      const isLater = decision.startsWith('processing') || decision === 'silent';
      const later = new Date((await nowFor(companyId)).getTime() + LATER_MS);
      const decidedAt = isLater ? later.toISOString() : null;
      await refunds.keep(refundId, { decision, externalId: randomId(), decidedAt });
      if (decision === 'silent') return never(signal);
      const known = await find(companyId, refundId);
      if (known.kind === 'not_found') throw new Error('what was kept is gone');
      return known;
    },

    findRefund: ({ companyId, refundId }) => find(companyId, refundId),
  };
}

function decide(reason: string | null): Decision {
  const word = (reason ?? '').trim().toUpperCase();
  return (Object.hasOwn(BY_REASON, word) ? BY_REASON[word] : undefined) ?? 'done';
}
