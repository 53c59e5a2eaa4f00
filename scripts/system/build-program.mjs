import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runnerImport } from 'vite';

/** As tests build a program of their own; gives the file. `source`: below the root. */
export async function buildProgram(root, source) {
  const { module } = await runnerImport(join(root, 'service/testing/child-program.ts'), {
    logLevel: 'warn',
  });
  return module.buildProgram(pathToFileURL(join(root, source)));
}
