/** @module-tag minutes */

import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { SettingsError } from '../../base/shared/settings-error.ts';
import { readSettings } from '../../settings.ts';
import { buildProgram } from '../../testing/child-program.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { requireOpenFiles } from './open-files.ts';

describe('the files a process may have open', () => {
  const settings = readSettings({ INCOMING_CONNECTIONS: '1000', WEBHOOK_CONNECTIONS: '300' });

  it.each([1_556, 20_000, null])('are enough: %s', (limit) => {
    expect(() => requireOpenFiles(settings, limit)).not.toThrow();
  });

  it.each([0, 128, 1_555])('are too few: %s', (limit) => {
    expect(() => requireOpenFiles(settings, limit)).toThrow(
      new SettingsError(
        `The process may have ${limit} files open (ulimit -n) and needs 1556: 1000 for INCOMING_CONNECTIONS, 300 for WEBHOOK_CONNECTIONS and 256 for the rest.`,
      ),
    );
  });

  it('are enough for the sandbox where there are 1,024, which every system gives', () => {
    expect(() => requireOpenFiles(readSettings({}), 1_024)).not.toThrow();
  });
});

const isLinux = process.platform === 'linux';

describe.runIf(isLinux)('a service started with ulimit -n', { tags: 'needs-linux' }, () => {
  const dataDir = temporaryFolder('open-files');
  let program = '';
  beforeAll(async () => {
    program = await buildProgram(new URL('../../testing/stop-program.ts', import.meta.url));
  });

  const start = (limit: number, environment: Record<string, string> = {}) => {
    const servers = ['API', 'CHECKOUT', 'THREEDS', 'BANK', 'DASHBOARD', 'METRICS'];
    const ports = servers.map((name) => [`${name}_PORT`, '0']);
    const child = spawn(
      'sh',
      ['-c', `ulimit -n ${limit}; exec "$0" "$1"`, process.execPath, program],
      {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          PATH: process.env.PATH,
          DATA_DIR: dataDir,
          ...Object.fromEntries(ports),
          ...environment,
        },
      },
    );
    const told = { log: '', errors: '' };
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      told.errors += text;
    });
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      told.log += text;
      if (told.log.includes('"ready"')) child.kill('SIGTERM');
    });
    return new Promise<{ code: number | null; errors: string; log: string }>((resolve) => {
      child.once('close', (code) => resolve({ code, ...told }));
    });
  };

  it('of 128 says what is missing in one sentence, and leaves nothing behind', async () => {
    const empty = mkdtempSync(join(dataDir, 'empty-'));
    const { code, errors } = await start(128, { DATA_DIR: empty });
    expect(code).toBe(1);
    expect(errors).toBe(
      'The process may have 128 files open (ulimit -n) and needs 956: 500 for INCOMING_CONNECTIONS, 200 for WEBHOOK_CONNECTIONS and 256 for the rest.\n',
    );
    expect(readdirSync(empty)).toEqual([]);
  });

  it('that is just enough starts, and ends when it is told to', { tags: ['rare'] }, async () => {
    const few = { INCOMING_CONNECTIONS: '20', WEBHOOK_CONNECTIONS: '10' };
    const { code, errors, log } = await start(286, few);
    expect(errors).toBe('');
    expect(log).toContain('"ready"');
    expect(code).toBe(0);
  });
});
