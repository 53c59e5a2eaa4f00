import { endProcess, runProcess } from '../process.ts';
import { readSettings } from '../settings.ts';

/** The service as its process is, without what browsers load, for a test that ends it. */
await runProcess(readSettings(process.env), process.env).catch(endProcess);
