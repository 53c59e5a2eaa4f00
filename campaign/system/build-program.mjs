import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runnerImport } from 'vite';

/** With something about it that only a campaign wants; gives the file. `source`: below the root. */
export async function buildProgram(root, source) {
  const { module } = await runnerImport(join(root, 'service/testing/child-program.ts'), {
    logLevel: 'warn',
  });
  return module.buildProgram(pathToFileURL(join(root, source)));
}
