type Subject = { companyId: string; id: string };

/**
 * `missedAt`: when the party first knew nothing of it, at a time when that counts. `watchedUntil`:
 * looked at until then although it has ended; null where it has not. All real times.
 */
export type LookUp = { dueAt: Date; missedAt: Date | null; watchedUntil: Date | null };

/**
 * When a payin, payout or authentication that an outside party has not decided is looked at again.
 * One that was never looked at has no row and is due, so what goes well costs nothing. Each look puts
 * the next one off before it begins, twice as far as the last one (15 seconds to an hour): what
 * stays stuck is seldom looked at, a look that is cut off is made again, and no two processes make
 * the same.
 */
export interface LookUps {
  /** Null where it is not due, unless `evenEarly`, or was put off to after `dueAfter`. */
  begin(
    subject: Subject,
    at: { now: Date; evenEarly: boolean; dueAfter?: Date | null },
  ): Promise<LookUp | null>;
  put(subject: Subject, lookUp: LookUp): Promise<void>;
  /** The row goes. `begun`: only where nobody has begun another look since that one. */
  end(subject: Subject, begun?: LookUp): Promise<void>;
  /** Removes what is not watched, and was decided by other ways since it was looked at. */
  forgetBefore(companyId: string, dueBefore: Date): Promise<void>;
}

/** With how often it was looked at: what never was goes first. */
export type Due<Subject> = Subject & { looks: number };

/** How many a round takes on: silent ones hold it up for a few of their deadlines. */
export const POLLS_PER_ROUND = 200;
