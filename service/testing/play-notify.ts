import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A `systemd-notify` that writes down what it was called with. `path`: for the PATH of who calls it;
 * there is nothing else in it. `code`: how each call ends.
 */
export function playNotify(code = 0) {
  const path = mkdtempSync(join(tmpdir(), 'notify-'));
  const told = join(path, 'told');
  writeFileSync(told, '');
  const script = `#!/bin/sh\necho "$@" >> '${told}'\nexit ${code}\n`;
  writeFileSync(join(path, 'systemd-notify'), script, { mode: 0o755 });
  return {
    path,
    told: () => readFileSync(told, 'utf8').split('\n').filter(Boolean),
    remove: () => rmSync(path, { recursive: true }),
  };
}
