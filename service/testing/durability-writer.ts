import { writeSync } from 'node:fs';
import { openEmbeddedDb } from '../store/engine/embedded-db.ts';
import { embeddedTemplate } from './embedded-template.ts';
import { sql } from './sql.ts';

/**
 * The program a durability test kills: writes pairs of rows to an embedded database for ever and
 * prints the number of each pair once its commit was acknowledged.
 */
const [, , dataDir = '', first = '0'] = process.argv;

const db = await openEmbeddedDb(dataDir, { checkpointEveryMs: 20, template: embeddedTemplate });
await sql(db)`
  CREATE TABLE IF NOT EXISTS pairs (number integer, half text, PRIMARY KEY (number, half))`;
writeSync(1, `open ${db.durability}\n`);

for (let number = Number(first); ; number += 1) {
  await db.transaction(async (tx) => {
    for (const half of ['left', 'right']) {
      await tx.query({
        name: 'insert_half',
        text: 'INSERT INTO pairs (number, half) VALUES ($1, $2)',
        values: [number, half],
      });
    }
  });
  writeSync(1, `${number}\n`);
  // Lets the timers in, and with them the checkpoints.
  await new Promise((resolve) => setImmediate(resolve));
}
