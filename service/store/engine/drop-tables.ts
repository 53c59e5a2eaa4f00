import type { Db } from '../../base/shared/db.ts';

/** Takes away every table of an embedded database, which has them all in one schema. */
export async function dropTables(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    for (const text of ['DROP SCHEMA public CASCADE', 'CREATE SCHEMA public']) {
      await tx.query({ name: '', text, values: [] });
    }
  });
}
