import { DbUnavailable, type QueryOptions } from './db.ts';
import type { SharedTurns } from './shared-turns.ts';

type Waiting<Call, Answer> = {
  call: Call;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
};

const NO_TURNS: Pick<SharedTurns, 'run'> = { run: (_name, work) => work() };

/** More would make the first of them wait for the last. */
export const MAX_TOGETHER = 32;

/**
 * Calls of one name go to the database one group after the other: those that come meanwhile wait
 * and go together, in one commit. The busier it gets, the less a call costs; one that comes alone
 * goes at once. Each succeeds or fails by itself: where one of several is refused, nothing of them
 * has been written, and they are run one by one.
 */
export class JointCalls<Call, Answer> {
  readonly #runAll: (calls: readonly Call[]) => Promise<Answer[]>;
  readonly #turns: Pick<SharedTurns, 'run'>;
  readonly #waiting = new Map<string, Waiting<Call, Answer>[]>();

  /**
   * `runAll` runs them in one commit, answers each at its place, and rejects where any of them is
   * refused.
   */
  constructor(
    runAll: (calls: readonly Call[]) => Promise<Answer[]>,
    turns: Pick<SharedTurns, 'run'> = NO_TURNS,
  ) {
    this.#runAll = runAll;
    this.#turns = turns;
  }

  run(call: Call, { together, turnOf }: QueryOptions): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const one = { call, resolve, reject };
      const waiting = this.#waiting.get(together);
      if (waiting !== undefined) return void waiting.push(one);
      this.#waiting.set(together, [one]);
      void this.#runGroups(together, turnOf);
    });
  }

  async #runGroups(name: string, turnOf: string | undefined): Promise<void> {
    const waiting = this.#waiting.get(name) ?? [];
    const runGroup = () => this.#runGroup(waiting.splice(0, MAX_TOGETHER));
    while (waiting.length > 0) {
      const going = turnOf === undefined ? runGroup() : this.#turns.run(turnOf, runGroup);
      // Only a turn that never came ends here.
      await going.catch((error: unknown) => {
        for (const { reject } of waiting.splice(0)) reject(error);
      });
    }
    // Nobody can come between the last look and this.
    this.#waiting.delete(name);
  }

  async #runGroup(group: readonly Waiting<Call, Answer>[]): Promise<void> {
    try {
      const answers = await this.#runAll(group.map(({ call }) => call));
      group.forEach(({ resolve }, index) => {
        resolve(answers[index] as Answer);
      });
    } catch (error) {
      // Whether it was committed is not known then, and to run it again might do it twice.
      const isOver = group.length === 1 || error instanceof DbUnavailable;
      if (!isOver) for (const one of group) await this.#runGroup([one]);
      else for (const { reject } of group) reject(error);
    }
  }
}
