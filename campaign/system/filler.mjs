import pg from 'pg';
import { copyRows } from '../../scripts/system/copy-rows.mjs';
import { pause } from '../../scripts/system/wait.mjs';

/** No account has this id: what lies here is nobody's, and the ledger does not speak of it. */
const COMPANY = 'filler';
const WRITE_EVERY_MS = 5;

/** With `rows` copies, and writes one again and again to see how long a writer may have to wait. */
export async function openFiller(databaseUrl, rows) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await copyRows(client, 'payins', {
    of: "(SELECT * FROM payins WHERE status = 'APPROVED' LIMIT 1)",
    from: 1,
    to: Math.max(rows, 1),
    changed: { company_id: `'${COMPANY}'`, id: "'pay_' || n", reference_id: "'order-' || n" },
  });
  await client.query('VACUUM ANALYZE payins');
  return {
    /** `stop` gives the longest wait of a write, in milliseconds, and how many there were. */
    watch() {
      let isOver = false;
      let longestMs = 0;
      let writes = 0;
      const write = async () => {
        while (!isOver) {
          const startedAt = performance.now();
          await client.query(
            `UPDATE payins SET updated_at = updated_at WHERE company_id = '${COMPANY}' AND id = 'pay_1'`,
          );
          longestMs = Math.max(longestMs, performance.now() - startedAt);
          writes += 1;
          await pause(WRITE_EVERY_MS);
        }
      };
      const writing = write();
      return {
        async stop() {
          isOver = true;
          await writing;
          return { longestMs, writes };
        },
      };
    },
    close: () => client.end(),
  };
}
