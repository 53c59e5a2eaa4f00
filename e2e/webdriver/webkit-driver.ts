import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { freePort } from '../../scripts/system/free-port.mjs';

export type Driver = { url: string; stop: () => void };

const START_WITHIN_MS = 60_000;

/**
 * Starts WebKitGTK's driver on a screen of its own, for nobody sees it.
 * Rejects where a program is missing or the driver does not answer.
 */
export async function startWebKitDriver(program: string): Promise<Driver> {
  const children: ChildProcess[] = [];
  const stop = () => {
    for (const child of children.reverse()) child.kill();
  };
  try {
    const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x1024x24'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    children.push(screen);
    const display = await firstLine(screen);
    const port = await freePort();
    const driver = spawn(program, [`--port=${port}`, '--host=127.0.0.1'], {
      stdio: 'ignore',
      env: { ...process.env, DISPLAY: `:${display}`, LANGUAGE: 'pt_BR', NO_AT_BRIDGE: '1' },
    });
    children.push(driver);
    const failed = new Promise<never>((_, reject) => driver.once('error', reject));
    const url = `http://127.0.0.1:${port}`;
    await Promise.race([failed, answers(`${url}/status`)]);
    return { url, stop };
  } catch (error) {
    stop();
    throw error;
  }
}

/** The number of the screen, which Xvfb chooses and writes to its fourth descriptor. */
function firstLine(screen: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    screen.once('error', reject);
    screen.once('exit', () => reject(new Error('Xvfb ended before it had a screen')));
    screen.stdio[3]?.once('data', (line: Buffer) => resolve(line.toString('utf8').trim()));
  });
}

async function answers(url: string): Promise<void> {
  const giveUpAt = Date.now() + START_WITHIN_MS;
  while (Date.now() < giveUpAt) {
    const ok = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${url} does not answer`);
}
