/** What an outside party was asked for: a payin, a payout or an authentication. */
type Subject = { companyId: string; id: string };

/**
 * What is known of the looks at one subject. `dueAt`: of the next one. `missedAt`: when the party
 * first knew nothing of it, at a time when that counts. `watchedUntil`: until when it is looked at
 * although it has ended; null where it has not. All real times.
 */
export type LookUp = { dueAt: Date; missedAt: Date | null; watchedUntil: Date | null };

/**
 * When a payin, payout or authentication that an outside party has not decided is looked at again.
 * One that was never looked at has no row and is due, so what goes well costs nothing. Each look puts
 * the next one off before it begins, twice as far as the last one (15 seconds to an hour): what stays stuck
 * is seldom looked at, a look that is cut off is made again, and no two processes make the same.
 */
export interface LookUps {
  /** Begins a look at this real time; null where it is not due, unless it is made `evenEarly`. */
  begin(subject: Subject, at: { now: Date; evenEarly: boolean }): Promise<LookUp | null>;
  /** Writes what a look has shown; only of one that was begun. */
  put(subject: Subject, lookUp: LookUp): Promise<void>;
  /**
   * No more looks: a row that is there goes. `begun`: only where nobody has begun another look since
   * that one.
   */
  end(subject: Subject, begun?: LookUp): Promise<void>;
  /** Removes what is not watched, and was decided by other ways since it was looked at. */
  forgetBefore(companyId: string, dueBefore: Date): Promise<void>;
}

/** How many a round takes on: silent ones hold it up for a few of their deadlines. */
export const LOOKS_PER_ROUND = 200;

const AT_ONCE = 50;

/** How many of those that fail in one round are named; the others are counted. */
const NAMED_PER_ROUND = 20;

type LookFailure = { id: string; error: unknown };

/** Looks of one round failed. `named`: the first of them, each once; `more`: how many besides. */
export class LooksFailed extends Error {
  override readonly name = 'LooksFailed';
  readonly named: readonly LookFailure[];
  readonly more: number;

  constructor(failures: readonly LookFailure[]) {
    const named = failures.slice(0, NAMED_PER_ROUND);
    const [first] = named;
    const why = first?.error instanceof Error ? first.error.message : '';
    super(`${failures.length} could not be looked at, the first since: ${why}`, {
      cause: first?.error,
    });
    this.named = named;
    this.more = failures.length - named.length;
  }
}

/**
 * Looks at each, many at a time, whatever becomes of the others. Throws `LooksFailed` where some
 * failed, once all have been looked at.
 */
export async function lookAtEach<Looked extends { id: string }>(
  subjects: readonly Looked[],
  look: (subject: Looked) => Promise<unknown>,
): Promise<void> {
  const waiting = [...subjects];
  const failures: LookFailure[] = [];
  const work = async () => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
      const { id } = one;
      await look(one).catch((error: unknown) => failures.push({ id, error }));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  if (failures.length > 0) throw new LooksFailed(failures);
}
