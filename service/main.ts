import { fileURLToPath } from 'node:url';
import { endProcess, runProcess } from './compose/process.ts';
import { readSettings } from './settings.ts';

/** The process: settings from the environment, and what the build made. */
async function main(): Promise<void> {
  const webDir = fileURLToPath(new URL('..', import.meta.url));
  const templateDir = fileURLToPath(new URL('../database', import.meta.url));
  await runProcess({ ...readSettings(process.env), webDir, templateDir }, process.env);
}

process.on('uncaughtException', endProcess);
process.on('unhandledRejection', endProcess);
main().catch(endProcess);
