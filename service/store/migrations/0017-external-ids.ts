import type { Db } from '../../base/shared/db.ts';
import { readPatiently } from './patient-read.ts';

const BATCH = 1_000;

/**
 * Payins the acquirer has told nothing of had their own id there. Only of before: since then such an
 * id is what a party was given for its own.
 */
export async function forgetOwnIds(db: Db): Promise<void> {
  const companies = await readPatiently<{ id: string }>(db, {
    name: '',
    text: 'SELECT company_id AS id FROM payins WHERE external_id = id GROUP BY company_id',
    values: [],
  });
  for (const company of companies) {
    let last = '';
    for (;;) {
      const found = await readPatiently<{ id: string }>(db, {
        name: '',
        text: `SELECT id FROM payins WHERE company_id = $1 AND id > $2 AND external_id = id
          ORDER BY id LIMIT ${BATCH}`,
        values: [company.id, last],
      });
      const ids = found.map(({ id }) => id);
      const end = ids.at(-1);
      if (end === undefined) break;
      await db.query({
        name: '',
        text: `UPDATE payins SET external_id = NULL WHERE company_id = $1 AND external_id = id
          AND id IN (SELECT jsonb_array_elements_text($2::jsonb))`,
        values: [company.id, JSON.stringify(ids)],
      });
      last = end;
    }
  }
}
