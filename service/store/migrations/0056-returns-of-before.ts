import type { Db } from '../../base/shared/db.ts';

const A_BATCH = 500;

const THAT_MAY_GO_BACK = `company_id = $1 AND id > $2 AND refunded_amount < amount
  AND status IN ('APPROVED', 'REFUNDED', 'MED', 'CHARGEBACK') AND updated_at > $3`;

/**
 * Has what was approved before there were such polls asked for what went back, as if it had been
 * watched since: what is due already, after all else that is due. `now`: real time.
 */
export async function watchReturnsOfBefore(db: Db, now = new Date()): Promise<void> {
  const since = new Date(now.getTime() - 90 * 24 * 60 * 60 * 1000);
  const companies = await run<{ company_id: string }>(db, 'SELECT company_id FROM companies', []);
  for (const { company_id: companyId } of companies) {
    for (let after: string | undefined = ''; after !== undefined; ) {
      const batch: { id: string }[] = await run(
        db,
        `SELECT id FROM payins WHERE ${THAT_MAY_GO_BACK} ORDER BY id LIMIT ${A_BATCH}`,
        [companyId, after, since],
      );
      const last = batch.at(-1)?.id;
      if (last === undefined) break;
      await run(
        db,
        `INSERT INTO look_ups (company_id, subject_id, looks, due_at, watched_until)
          SELECT company_id, 'returns of ' || id, 0, updated_at + interval '1 hour',
            updated_at + interval '90 days' FROM payins WHERE ${THAT_MAY_GO_BACK} AND id <= $4
          ON CONFLICT DO NOTHING`,
        [companyId, after, since, last],
      );
      after = batch.length < A_BATCH ? undefined : last;
    }
  }
}

function run<Row>(db: Db, text: string, values: (string | Date)[]): Promise<Row[]> {
  return db.query<Row>({ name: '', text, values });
}
