import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { templateName, writeTemplate } from './database-template.ts';

/** The program the build runs: puts the files of an empty database into `folder`, made or kept. */
const [, , folder = '', cache = ''] = process.argv;

const name = templateName();
if (!existsSync(join(cache, name))) await writeTemplate(cache);
mkdirSync(folder, { recursive: true });
copyFileSync(join(cache, name), join(folder, name));
