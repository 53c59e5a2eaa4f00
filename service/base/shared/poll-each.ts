type Looked = { id: string; provider: string; looks?: number };

/**
 * `kind`: such as `payouts`; `isLast`: after all else that is due. One that works at once resolves
 * when all were looked at, and throws `PollsFailed`; one in the background resolves before.
 */
export type PollEach = <Subject extends Looked>(
  subjects: readonly Subject[],
  look: (subject: Subject) => Promise<unknown>,
  of: { companyId: string; kind: string; isLast?: boolean },
) => Promise<void>;

const AT_ONCE = 50;

/** How many of those that fail in one round are named; the others are counted. */
const NAMED_PER_ROUND = 20;

export type PollFailure = { id: string; error: unknown };

/** Looks of one round failed. `named`: the first of them, each once; `more`: how many besides. */
export class PollsFailed extends Error {
  override readonly name = 'PollsFailed';
  readonly named: readonly PollFailure[];
  readonly more: number;

  constructor(failures: readonly PollFailure[]) {
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

/** For those whose caller waits: many at a time, in their order. */
export const pollEach: PollEach = async (subjects, look) => {
  const waiting = [...subjects];
  const failures: PollFailure[] = [];
  const work = async () => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
      const { id } = one;
      await look(one).catch((error: unknown) => failures.push({ id, error }));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  if (failures.length > 0) throw new PollsFailed(failures);
};
