import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Starts the built service with these settings and nothing else, until it is ready. */
export async function startBuiltService(
  dataDir: string,
  settings: Readonly<Record<string, string>>,
): Promise<{ stop(): Promise<void> }> {
  const child = spawn(process.execPath, ['dist/service/main.js'], {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...settings, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (JSON.parse(line).msg === 'ready') resolve();
    });
    ended.then((code) => reject(new Error(`the service ended with ${code}`)));
  });
  return {
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
