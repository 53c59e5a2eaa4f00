import { endProcess, runProcess } from '../run/process.ts';
import { readSettings } from '../settings.ts';

/** The service as its process is, without what browsers load, for a test that ends it. */
await runProcess(readSettings(process.env), process.env).catch(endProcess);
