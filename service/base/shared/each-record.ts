/** In order. The first failure is thrown once all are done. */
export async function forEachRecord<Entry>(
  records: readonly Entry[],
  work: (record: Entry) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const record of records) {
    await work(record).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}
