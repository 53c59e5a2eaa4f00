/** Rows of one transaction, so that nobody waits long for one. */
const BATCH = 1_000;
/** With a look a minute, 333 rows a second of each kind: more than a company writes day and night. */
const BATCHES_A_POLL = 20;

/** At most `limit` rows a call, until there are fewer or its share of this look is over. */
export async function inBatches(work: (limit: number) => Promise<number>): Promise<void> {
  for (let batch = 0; batch < BATCHES_A_POLL; batch += 1) {
    if ((await work(BATCH)) < BATCH) return;
  }
}
