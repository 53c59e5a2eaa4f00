import { UsageError } from '../../service/cli/command.ts';
import { readProveOptions } from './prove/options.ts';
import { prove } from './prove/prove.ts';
import { rehearse } from './rehearse.ts';

const [first, ...rest] = process.argv.slice(2);
if (first === 'prove') {
  const folder = process.env.INIT_CWD ?? process.cwd();
  try {
    process.exitCode = await prove(readProveOptions(rest, { folder, print }), print);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(error.message);
    process.exitCode = 2;
  }
} else if (first === undefined || first === '--once') {
  const browserPath = process.env.REHEARSAL_BROWSER ?? null;
  if (browserPath === null) console.log('No Chromium is here, so nothing is paid in a browser.');
  await rehearse({ isOnce: first === '--once', browserPath });
} else {
  console.error(`There is no option ${first}; there is --once.`);
  process.exitCode = 2;
}

function print(line: string): void {
  console.log(line);
}
