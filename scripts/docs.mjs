import { runnerImport } from 'vite';
import { build, DOCS, draftOf } from './build/built.mjs';
import { enterProject } from './install.mjs';

// `npm run docs`: the documentation, built into dist/docs, or into the folder that is named.

enterProject();
const { module } = await runnerImport('./docs/build.ts', { logLevel: 'warn' });
const [, , folder] = process.argv;
const output = { ...DOCS, place: folder ?? DOCS.place };
// What is named may lie on another disk, so its draft lies beside it.
const draft = folder === undefined ? draftOf(DOCS) : `${folder}.making`;
await build(output, () => module.buildDocs({ outDir: draft }), draft);
