import { endProcess, runProcess } from '../run/process.ts';
import { readSettings } from '../settings.ts';
import { migratedTemplateFolder } from './embedded-template.ts';

/** The service as its process is, without what browsers load, for a test that ends it. */
const settings = { ...readSettings(process.env), templateDir: await migratedTemplateFolder() };
await runProcess(settings, process.env).catch(endProcess);
