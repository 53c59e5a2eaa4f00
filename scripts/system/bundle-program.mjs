import { mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** Builds a program for Node into `dist/bench`, with the packages left where they are. `entry`: URL. */
export async function bundleProgram(root, entry) {
  const outDir = join(root, 'dist/bench');
  const file = fileURLToPath(entry);
  mkdirSync(outDir, { recursive: true });
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: file,
      outDir,
      emptyOutDir: false,
      target: 'node20',
      rollupOptions: { output: { entryFileNames: basename(file) } },
    },
  });
  return join(outDir, basename(file));
}
