import { rehearse } from './rehearse.ts';

const options = process.argv.slice(2);
const stray = options.find((option) => option !== '--once');
if (stray === undefined) {
  const browserPath = process.env.REHEARSAL_BROWSER ?? null;
  if (browserPath === null) console.log('No Chromium is here, so nothing is paid in a browser.');
  await rehearse({ isOnce: options.includes('--once'), browserPath });
} else {
  console.error(`There is no option ${stray}; there is --once.`);
  process.exitCode = 2;
}
