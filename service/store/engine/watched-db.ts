import type { Db } from '../../base/shared/db.ts';
import { refusalOf } from '../../base/shared/db.ts';

const WINDOW_SECONDS = 10;
/** Fewer may be one connection that was cut. */
const FEWEST_REFUSED = 5;
/** Whoever is refused by these would have been whatever it asked: those who only read count too. */
const OF_ALL_WORK = /^(08|28|3D|53300|57P)/;

type Watch = {
  elapsedMs: () => number;
  /** Told by which code, once, when it begins to refuse. */
  onRefusing(code: string): void;
  /** Told how much it had refused, once, when it has refused nothing for ten seconds. */
  onKeeping(refused: number): void;
};

/**
 * `refusesMost`: more than half of what was to be written within ten seconds, where it was not seen to
 * be down and up again since. Decision: only what the database itself refuses counts, no limit of ours
 * and no mistake of a caller, or one caller could have every process taken away; nor what only reads,
 * since one broken row would, read again and again.
 */
export function watchDb(db: Db, { elapsedMs, onRefusing, onKeeping }: Watch): Db {
  let recent: { second: number; kept: number; refused: number }[] = [];
  let trouble: { lastMs: number; refused: number } | null = null;
  let wasUp = true;

  const count = (outcome: 'kept' | 'refused') => {
    const second = Math.floor(elapsedMs() / 1_000);
    const last = recent.at(-1);
    const current = last?.second === second ? last : { second, kept: 0, refused: 0 };
    if (current !== last) recent = [...recent.slice(1 - WINDOW_SECONDS), current];
    current[outcome] += 1;
  };
  const noteRefusal = (error: unknown, isCounted: (code: string) => boolean) => {
    const code = refusalOf(error);
    if (code === null) return;
    if (isCounted(code)) count('refused');
    if (trouble === null) onRefusing(code);
    trouble = { lastMs: elapsedMs(), refused: (trouble?.refused ?? 0) + 1 };
  };
  const noteKept = () => {
    if (trouble === null || elapsedMs() - trouble.lastMs < WINDOW_SECONDS * 1_000) return;
    onKeeping(trouble.refused);
    trouble = null;
  };
  const countKept = () => {
    count('kept');
    noteKept();
  };
  /** Whoever asked gets the answer itself, and waits for none of this. */
  const watched = <Result>(isWrite: boolean, answer: Promise<Result>) => {
    answer.then(isWrite ? countKept : undefined, (error: unknown) =>
      noteRefusal(error, (code) => isWrite || OF_ALL_WORK.test(code)),
    );
    return answer;
  };

  return {
    ...db,
    query: <Row>(...[statement, options]: Parameters<Db['query']>) =>
      watched(!/^\s*SELECT\b/i.test(statement.text), db.query<Row>(statement, options)),
    transaction: (work, options) => watched(true, db.transaction(work, options)),
    async isUp() {
      const isUp = await db.isUp((error) => noteRefusal(error, () => false));
      if (isUp) noteKept();
      if (isUp && !wasUp) recent = [];
      wasUp = isUp;
      return isUp;
    },
    refusesMost() {
      const since = Math.floor(elapsedMs() / 1_000) - WINDOW_SECONDS;
      const within = recent.filter(({ second }) => second > since);
      const sumOf = (outcome: 'kept' | 'refused') =>
        within.reduce((sum, one) => sum + one[outcome], 0);
      return sumOf('refused') >= FEWEST_REFUSED && sumOf('refused') > sumOf('kept');
    },
  };
}
