/** First come, first served: each turn starts when the one before has ended, however it ended. */
export class TurnQueue {
  #last: Promise<unknown> = Promise.resolve();

  run<Result>(turn: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(turn);
    this.#last = result.catch(() => undefined);
    return result;
  }
}
