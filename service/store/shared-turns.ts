import { DbUnavailable } from './db.ts';

/**
 * At most `atOnce` works of one name run at the same time; the others wait, first come, first
 * served, and hold nothing while they do. Throws `DbUnavailable` for one that has waited for
 * `patienceMs`.
 */
export class SharedTurns {
  readonly #atOnce: number;
  readonly #patienceMs: number;
  readonly #names = new Map<string, { running: number; waiting: (() => void)[] }>();

  constructor(atOnce: number, patienceMs: number) {
    this.#atOnce = atOnce;
    this.#patienceMs = patienceMs;
  }

  async run<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const turns = this.#names.get(name) ?? { running: 0, waiting: [] };
    this.#names.set(name, turns);
    if (turns.running >= this.#atOnce) {
      // Whoever ends hands its turn over, so that nobody who comes in between takes it.
      await this.#wait(turns.waiting);
    } else {
      turns.running += 1;
    }
    try {
      return await work();
    } finally {
      const next = turns.waiting.shift();
      if (next !== undefined) next();
      else {
        turns.running -= 1;
        if (turns.running === 0) this.#names.delete(name);
      }
    }
  }

  #wait(waiting: (() => void)[]): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(begin), 1);
        reject(new DbUnavailable(new Error(`no turn within ${this.#patienceMs} ms`)));
      }, this.#patienceMs);
      waiting.push(begin);
    });
  }
}
