import { withDeadline } from '../../base/shared/deadline.ts';
import type { Timers } from '../../base/shared/periodic.ts';

/** So long what was found is told again, and so long whoever asks waits for a new look. */
const FOUND_HOLDS_MS = 1_000;
const COUNTED_HOLDS_MS = 60_000;

export interface CompanyNodes<Node extends { companies: number }> {
  count(): Promise<readonly Node[]>;
  /** Whether it answers and keeps what is written. Never throws. */
  isUp(node: Node): Promise<boolean>;
}

/**
 * The share of companies on machines that are up, from 0 to 1, cut to three digits so that 1 is all
 * of them. Machines are looked at once a second at most, companies counted once a minute; while a
 * look is slow, as at a machine that swallows everything, or fails, the last finding stands.
 */
export function createServedShare<Node extends { companies: number }>(
  nodes: CompanyNodes<Node>,
  { elapsedMs, timers }: { elapsedMs: () => number; timers: Timers },
): () => Promise<number> {
  let counted: readonly Node[] = [];
  let countAgainMs = Number.NEGATIVE_INFINITY;
  let pollAgainMs = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | null = null;
  let share = 1;

  async function look(): Promise<void> {
    const atMs = elapsedMs();
    pollAgainMs = atMs + FOUND_HOLDS_MS;
    if (atMs >= countAgainMs) {
      countAgainMs = atMs + COUNTED_HOLDS_MS;
      counted = await nodes.count().catch(() => counted);
    }
    const answers = await Promise.all(counted.map((node) => nodes.isUp(node)));
    const sumOf = (some: readonly Node[]) => some.reduce((sum, one) => sum + one.companies, 0);
    const all = sumOf(counted);
    const served = sumOf(counted.filter((_node, index) => answers[index]));
    share = all === 0 ? 1 : Math.floor((served / all) * 1000) / 1000;
  }

  return async () => {
    if (looking === null && elapsedMs() >= pollAgainMs) {
      looking = look().finally(() => {
        looking = null;
      });
    }
    const underWay = looking;
    const most = { deadlineMs: FOUND_HOLDS_MS, timers };
    if (underWay !== null) await withDeadline(() => underWay, most);
    return share;
  };
}
