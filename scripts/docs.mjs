import { runnerImport } from 'vite';
import { ensureInstalled } from './install.mjs';

// `npm run docs`: the documentation, built into dist/docs, or into the folder that is named.

process.chdir(new URL('..', import.meta.url).pathname);
ensureInstalled();
const { module } = await runnerImport('./docs/build.ts', { logLevel: 'warn' });
await module.buildDocs({ outDir: process.argv[2] ?? 'dist/docs' });
