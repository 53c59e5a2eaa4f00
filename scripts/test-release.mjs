import { spawnSync } from 'node:child_process';

// `npm run test:release`: what lies in `deploy/`, held to the programs that read it. They are no
// part of `npm test`, since few machines have them all; which one is missing is told.

process.chdir(new URL('..', import.meta.url).pathname);

const UNIT = 'deploy/systemd/checkout.service';
/** Of 10, in tenths as systemd counts. */
const EXPOSURE = 11;

const CHECKS = [
  ['the unit can be read', 'systemd-analyze', ['verify', UNIT]],
  [
    `the unit is exposed by ${EXPOSURE / 10} of 10 at most`,
    'systemd-analyze',
    ['security', '--offline=yes', `--threshold=${EXPOSURE}`, UNIT],
  ],
];

for (const [what, command, args] of CHECKS) {
  const { error, status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (error?.code === 'ENOENT') {
    console.log(`not tried  ${what}: ${command} is not installed`);
  } else if (status === 0) {
    console.log(`right      ${what}`);
  } else {
    console.log(`WRONG      ${what}\n${stdout}${stderr}`);
    process.exitCode = 1;
  }
}
