import type { ChildProcess } from 'node:child_process';
import { spawn, spawnSync } from 'node:child_process';
import { connect } from 'node:net';
import { vi } from 'vitest';

export function isInstalled(command: string, asked: string): boolean {
  return spawnSync(command, [asked]).error === undefined;
}

export async function runServer(
  command: string,
  args: readonly string[],
  home: string,
  port: number,
): Promise<() => Promise<void>> {
  const env = { PATH: process.env.PATH, HOME: home };
  const child = spawn(command, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let complained = '';
  child.stderr.on('data', (data) => {
    complained += String(data);
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await vi.waitUntil(() => isListening(child, port, complained), { timeout: 60_000 });
  return async () => {
    child.kill('SIGTERM');
    await ended;
  };
}

function isListening(child: ChildProcess, port: number, said: string): Promise<boolean> {
  if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}: ${said}`);
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
