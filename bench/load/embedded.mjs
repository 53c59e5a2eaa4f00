import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';

/** `work` has a `query` as of a `pg` client. The service must not run: the files have one owner. */
export async function withEmbedded(dataDir, work) {
  // PGlite's runtime writes its own exit status over the process's.
  const { exitCode } = process;
  try {
    const client = await PGlite.create(join(dataDir, 'database'));
    try {
      await work(client);
    } finally {
      await client.close();
    }
  } finally {
    process.exitCode = exitCode;
  }
}
