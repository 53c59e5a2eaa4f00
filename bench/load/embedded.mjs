import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';

/**
 * Hands the embedded database of a service to `work`, which has a `query` like that of a `pg`
 * client. The service must not run meanwhile: the files have one owner.
 */
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
