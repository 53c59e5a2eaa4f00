import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { readOrMakeTemplate, templateName } from '../../store/engine/database-template.ts';
import { migrations } from '../../store/migrations/migrations.ts';

/** The program the build runs: puts the files of an empty database into `folder`, made or kept. */
const [, , folder = '', cache = ''] = process.argv;

await readOrMakeTemplate(cache, migrations);
mkdirSync(folder, { recursive: true });
const name = templateName(migrations);
copyFileSync(join(cache, name), join(folder, name));
