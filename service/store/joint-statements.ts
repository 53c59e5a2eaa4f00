import { DbUnavailable, type QueryOptions, type Statement } from './db.ts';
import type { SharedTurns } from './shared-turns.ts';

type Waiting = {
  statement: Statement;
  resolve: (rows: never[]) => void;
  reject: (error: unknown) => void;
};

/** More would make the first of them wait for the last. */
const MAX_TOGETHER = 32;

/**
 * Statements of one name go to the database one group after the other: those that come meanwhile
 * wait and go together, in one commit. The busier it gets, the less a statement costs; one that comes
 * alone goes at once. Each succeeds or fails by itself: where one of several is refused, nothing of
 * them has been written, and they are run one by one.
 */
export class JointStatements {
  readonly #runAll: (statements: readonly Statement[]) => Promise<never[][]>;
  readonly #turns: Pick<SharedTurns, 'run'>;
  readonly #waiting = new Map<string, Waiting[]>();

  /** `runAll` runs them in one commit, in order, and rejects where any of them is refused. */
  constructor(
    runAll: (statements: readonly Statement[]) => Promise<never[][]>,
    turns: Pick<SharedTurns, 'run'>,
  ) {
    this.#runAll = runAll;
    this.#turns = turns;
  }

  run(statement: Statement, { together, turnOf }: QueryOptions): Promise<never[]> {
    return new Promise((resolve, reject) => {
      const one = { statement, resolve, reject };
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

  async #runGroup(group: readonly Waiting[]): Promise<void> {
    try {
      const answers = await this.#runAll(group.map(({ statement }) => statement));
      group.forEach(({ resolve }, index) => {
        resolve(answers[index] ?? []);
      });
    } catch (error) {
      // Whether it was committed is not known then, and to run it again might do it twice.
      const isOver = group.length === 1 || error instanceof DbUnavailable;
      if (!isOver) for (const one of group) await this.#runGroup([one]);
      else for (const { reject } of group) reject(error);
    }
  }
}
