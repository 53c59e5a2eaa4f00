import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { Plugin } from 'vite';
import { loadConfigFromFile } from 'vite';
import { createVitest } from 'vitest/node';

/** How the tests went: all passed, one failed, or they were still at it when the time was over. */
export type Outcome = 'passed' | 'failed' | 'out of time';

type Instead = { file: string; source: string };

export type OpenTests = Awaited<ReturnType<typeof openTests>>;

/** Vitest with the configuration of the tree at `root`; its files are only read. */
export async function openTests(root: string) {
  let instead: Instead | null = null;
  const plugin: Plugin = {
    name: 'mutant',
    enforce: 'pre',
    transform: (_, id) => (id === instead?.file ? { code: instead.source, map: null } : null),
  };
  const path = join(root, 'vite.config.ts');
  const loaded = await loadConfigFromFile({ command: 'serve', mode: 'test' }, path, root);
  const projects = (loaded?.config.test?.projects ?? []).map((project) =>
    typeof project === 'object' && 'test' in project ? { ...project, plugins: [plugin] } : project,
  );
  // What tests and their processes write is of no use a hundred times over.
  const nowhere = new PassThrough().resume();
  const vitest = await createVitest(
    'test',
    { config: false, watch: false, root, bail: 1, maxWorkers: 1 },
    { ...loaded?.config, test: { ...loaded?.config.test, reporters: [{}], projects } },
    { stdout: nowhere, stderr: nowhere },
  );
  await vitest.standalone();

  async function runFiles(files: readonly string[], limitMs: number): Promise<Outcome> {
    const specifications = files.flatMap((file) =>
      vitest.getModuleSpecifications(join(root, file)),
    );
    let isOutOfTime = false;
    const timer = setTimeout(() => {
      isOutOfTime = true;
      // Asked once, it waits for the test that runs; asked twice, it ends the process.
      for (const _ of ['ask', 'end']) {
        vitest.cancelCurrentRun('keyboard-input').catch(() => undefined);
      }
    }, limitMs);
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
    clearTimeout(timer);
    if (isOutOfTime) return 'out of time';
    const modules = testModules.filter(({ moduleId }) =>
      specifications.some((one) => one.moduleId === moduleId),
    );
    return unhandledErrors.length === 0 && modules.every((one) => one.ok()) ? 'passed' : 'failed';
  }

  return {
    async run(files: readonly string[], limitMs: number, change?: Instead): Promise<Outcome> {
      if (change === undefined) return runFiles(files, limitMs);
      const file = join(root, change.file);
      instead = { file, source: change.source };
      vitest.invalidateFile(file);
      const outcome = await runFiles(files, limitMs);
      instead = null;
      vitest.invalidateFile(file);
      return outcome;
    },
    close: () => vitest.close(),
  };
}
