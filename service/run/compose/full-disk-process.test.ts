/** @module-tag minutes */

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { beforeAll, expect, it } from 'vitest';
import { buildProgram } from '../../testing/child-program.ts';
import { FREE_PORT_SETTINGS } from '../../testing/free-ports.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { basic, send, validPayin } from '../../testing/test-service.ts';
import { until } from '../../testing/until.ts';

const dataDir = temporaryFolder('full-disk-process');
let program = '';
beforeAll(async () => {
  program = await buildProgram(new URL('../../testing/full-disk-program.ts', import.meta.url));
});

function start() {
  const child = spawn(process.execPath, [program], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, ...FREE_PORT_SETTINGS },
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const ended = new Promise<{ code: number | null; said: string }>((resolve) => {
    child.once('close', (code) => resolve({ code, said }));
  });
  const ready = new Promise<{ baseUrl: string }>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const told = JSON.parse(line);
      if (told.msg === 'ready') resolve(told);
    });
    ended.then(() => reject(new Error(said)));
  });
  return { child, ended, ready };
}

const tags = ['rare'];
it('a service whose database has stopped ends with one sentence, and starts again', {
  tags,
}, async () => {
  const first = start();
  const { baseUrl } = await first.ready;
  const pay = { method: 'POST', headers: basic('no3ds'), body: validPayin() };
  const paid = await send(`${baseUrl}/payin`, pay);
  expect(paid.status).toBe(201);
  expect((await send(`${baseUrl}/health`)).status).toBe(200);

  first.child.stdin.write('full\n');
  // Until the line is read, payments are taken; then nobody is left to answer.
  const payAgain = () => send(`${baseUrl}/payin`, { ...pay, body: validPayin() });
  await until(async () => (await payAgain().catch(() => null))?.status !== 201);
  const { code, said } = await first.ended;
  expect(code).toBe(1);
  expect(said).toMatch(/^The database in DATA_DIR has stopped, .*started again\.\n$/);

  const second = start();
  const again = await second.ready;
  const shown = await send(`${again.baseUrl}/payin/${paid.body.id}`, { headers: basic('no3ds') });
  expect([shown.status, shown.body.status]).toEqual([200, 'APPROVED']);
  second.child.kill('SIGTERM');
  expect((await second.ended).code).toBe(0);
});
