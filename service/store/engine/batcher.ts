import type { QueryOptions } from '../../base/shared/db.ts';
import { DbUnavailable } from '../../base/shared/db.ts';

type Waiting<Call, Answer> = {
  call: Call;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
};

/** A larger batch would make its first call wait for its last. */
export const MAX_BATCH = 32;

/**
 * Calls of one key go to the database one batch after the other, each with one commit: those of the
 * same turn of the event loop are the first, and those that come while a batch is under way wait and
 * become the next. The busier it gets, the less a call costs. A rush on one key takes one
 * connection, and leaves the others to other keys. Each succeeds or fails by itself: where one of
 * several is refused, nothing of the batch has been written, and its calls are run one by one.
 */
export class Batcher<Call, Answer> {
  readonly #runAll: (calls: readonly Call[]) => Promise<Answer[]>;
  readonly #waiting = new Map<string, Waiting<Call, Answer>[]>();

  /** `runAll` answers each call at its place, in one commit, and rejects where any is refused. */
  constructor(runAll: (calls: readonly Call[]) => Promise<Answer[]>) {
    this.#runAll = runAll;
  }

  run(call: Call, { batchKey }: QueryOptions): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const one = { call, resolve, reject };
      const waiting = this.#waiting.get(batchKey);
      if (waiting !== undefined) return void waiting.push(one);
      this.#waiting.set(batchKey, [one]);
      setImmediate(() => void this.#runBatches(batchKey));
    });
  }

  async #runBatches(key: string): Promise<void> {
    const waiting = this.#waiting.get(key) ?? [];
    while (waiting.length > 0) await this.#runBatch(waiting.splice(0, MAX_BATCH));
    // Nobody can come between the last look and this.
    this.#waiting.delete(key);
  }

  async #runBatch(batch: readonly Waiting<Call, Answer>[]): Promise<void> {
    try {
      const answers = await this.#runAll(batch.map(({ call }) => call));
      batch.forEach(({ resolve }, index) => {
        resolve(answers[index] as Answer);
      });
    } catch (error) {
      // Whether it was committed is not known then, and to run it again might do it twice.
      const isOver = batch.length === 1 || error instanceof DbUnavailable;
      if (!isOver) for (const one of batch) await this.#runBatch([one]);
      else for (const { reject } of batch) reject(error);
    }
  }
}
