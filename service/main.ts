import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { endProcess, runProcess } from './run/process.ts';
import { readSettings } from './settings.ts';

async function main(): Promise<void> {
  const webDir = fileURLToPath(new URL('..', import.meta.url));
  const templateDir = fileURLToPath(new URL('../database', import.meta.url));
  const backupReader = fileURLToPath(new URL('../backup-reader/main.js', import.meta.url));
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const commit = /"gitHead": "(\w+)"/.exec(manifest)?.[1];
  const built = { webDir, templateDir, backupReader, commit };
  await runProcess({ ...readSettings(process.env), ...built }, process.env);
}

process.on('uncaughtException', endProcess);
process.on('unhandledRejection', endProcess);
main().catch(endProcess);
