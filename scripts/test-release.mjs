import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installedBrowser } from './browser.mjs';
import { ensureBuilt } from './build/built.mjs';
import { readCaddyfile } from './deployed/caddyfile.mjs';
import { enterProject, program } from './install.mjs';

// `npm run test:release`: what lies in `deploy/`, held to the programs that read it; through nginx
// and Caddy the built service is paid as well, and Prometheus asks one what Grafana would show. They
// are no part of `npm test`, since few machines have them all; which one is missing is told.

enterProject();

const UNIT = 'deploy/systemd/checkout.service';
/**
 * Of 10, in tenths as systemd counts. Two of them are NotifyAccess=all: Node has no socket of that
 * kind, so a process of the unit tells systemd that the service is alive.
 */
const EXPOSURE = 13;

const home = mkdtempSync(join(tmpdir(), 'deploy-'));
writeFileSync(join(home, 'Caddyfile'), readCaddyfile());

const CHECKS = [
  ['the unit can be read', 'systemd-analyze', ['verify', UNIT]],
  [
    `the unit is exposed by ${EXPOSURE / 10} of 10 at most`,
    'systemd-analyze',
    ['security', '--offline=yes', `--threshold=${EXPOSURE}`, UNIT],
  ],
  ['nginx can be started with its example', 'nginx', ['-t', '-c', nginxConfiguration()]],
  [
    'Caddy can be started with its example',
    'caddy',
    ['validate', '--adapter=caddyfile', `--config=${join(home, 'Caddyfile')}`],
  ],
  [
    'Prometheus can be started with its example and the alerts',
    'promtool',
    ['check', 'config', 'deploy/prometheus/prometheus.yml'],
  ],
  [
    'the alerts fire by the series that they shall, and by no others',
    'promtool',
    ['test', 'rules', 'deploy/prometheus/alerts.test.yml'],
  ],
];

/** The example as part of a whole configuration, with a certificate that is there. */
function nginxConfiguration() {
  const [certificate, key] = [join(home, 'tls.crt'), join(home, 'tls.key')];
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=example.com'];
  execFileSync('openssl', [...made, '-out', certificate, '-keyout', key], { stdio: 'ignore' });
  const common = readFileSync('deploy/nginx/checkout-proxy.inc', 'utf8');
  writeFileSync(join(home, 'checkout-proxy.inc'), common.replace('/var/log/nginx', home));
  const example = readFileSync('deploy/nginx/checkout.conf', 'utf8')
    .replace(/(ssl_certificate) \S+;/g, `$1 ${certificate};`)
    .replace(/(ssl_certificate_key) \S+;/g, `$1 ${key};`);
  const file = join(home, 'nginx.conf');
  writeFileSync(file, `pid ${home}/nginx.pid;\nevents {}\nhttp {\n${example}\n}\n`);
  return file;
}

for (const [what, command, args] of CHECKS) {
  const { error, status, stdout, stderr } = spawnSync(command, args, {
    encoding: 'utf8',
    // Caddy keeps what it remembers there.
    env: { ...process.env, HOME: home },
  });
  if (error?.code === 'ENOENT') {
    console.log(`not tried  ${what}: ${command} is not installed`);
  } else if (status === 0) {
    console.log(`right      ${what}`);
  } else {
    console.log(`WRONG      ${what}\n${stdout}${stderr}`);
    process.exitCode = 1;
  }
}

// Which of them are there, each test sees by itself; one that fails for a wrong option is there.
const beside = ['nginx', 'caddy', 'prometheus'].filter((name) => !spawnSync(name, ['-v']).error);
if (beside.length > 0) {
  ensureBuilt();
  const env = { ...process.env, CHROMIUM_PATH: installedBrowser() ?? '' };
  const args = ['run', '--config', 'scripts/deployed/vitest.config.ts'];
  const { status } = spawnSync(program('vitest'), args, { stdio: 'inherit', env });
  if (status !== 0) process.exitCode = 1;
}

rmSync(home, { recursive: true });
