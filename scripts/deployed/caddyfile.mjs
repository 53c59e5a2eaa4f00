import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The example, as the Caddy that is installed can read it. */
export function readCaddyfile() {
  const example = readFileSync(new URL('../../deploy/caddy/Caddyfile', import.meta.url), 'utf8');
  const { stdout } = spawnSync('caddy', ['version'], { encoding: 'utf8' });
  const isOld = /^v?2\.(?:[0-5]\.|6\.[0-3]\b)/.test(stdout ?? '');
  return isOld ? example.replace('request_buffers 3MB', 'buffer_requests') : example;
}
