/** @module-tag minutes */

import { execFile, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createSocketServer } from 'node:net';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { deferred } from '../../contract/deferred.cases.ts';
import { ROLES } from '../../service/domain/people/roles.ts';
import { SANDBOX_USERS } from '../../service/sandbox/published-users.ts';
import { temporaryFolder } from '../../service/testing/temporary-folder.ts';

const SYSTEM = pathToFileURL(join(import.meta.dirname, 'system.mjs')).href;

const IMPORT = `const { addresses, startSystem } = await import(${JSON.stringify(SYSTEM)});`;

/** Starts and stops the system, as `npm start` does, and says which addresses it has. */
const START = `
  ${IMPORT}
  const { stop } = await startSystem((code) => process.exit(code));
  await stop();
  console.log(JSON.stringify(addresses));
`;

/** Answers in the place of both programs; `asked` is the host and path of every request. */
async function listen(host: string) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.headers.host} ${request.url}`);
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it listens on no port');
  return { port: String(address.port), asked };
}

/** A clone in which both programs are built: they do what `program` says, and stay. */
function clone(program = ''): string {
  const root = temporaryFolder('system');
  writeFileSync(join(root, 'package.json'), '{ "type": "module" }');
  for (const file of ['dist/service/main.js', 'dist/demo-page/server/main.js']) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), `${program}\nsetInterval(() => undefined, 60_000);`);
  }
  return root;
}

function start(env: { [name: string]: string }): Promise<string> {
  return new Promise((resolve) => {
    const options = { cwd: clone(), env };
    execFile(
      process.execPath,
      ['--input-type=module', '-e', START],
      options,
      (_error, stdout, stderr) => resolve(`${stdout}${stderr}`.trim()),
    );
  });
}

describe('a start', () => {
  // Nothing has a name below `.invalid` (RFC 2606), so nobody ever answers there.
  const PUBLIC = { BASE_URL: 'https://api.invalid', CHECKOUT_URL: 'https://frame.invalid' };

  it('asks the listeners, where the machine cannot reach its public address', async () => {
    const { port, asked } = await listen('127.0.0.1');
    const told = await start({ ...PUBLIC, HOST: '127.0.0.1', API_PORT: port, SHOP_PORT: port });
    expect(JSON.parse(told)).toMatchObject({
      api: 'https://api.invalid',
      checkout: 'https://frame.invalid',
    });
    expect(asked).toEqual([`127.0.0.1:${port} /health`, `127.0.0.1:${port} /healthz`]);
  });

  it('asks this machine, where the listeners are open to every network', async () => {
    const { port, asked } = await listen('0.0.0.0');
    await start({ ...PUBLIC, HOST: '0.0.0.0', API_PORT: port, SHOP_PORT: port });
    expect(asked).toEqual([`127.0.0.1:${port} /health`, `127.0.0.1:${port} /healthz`]);
  });

  it('takes an empty variable as one that is not set', async () => {
    const { port, asked } = await listen('127.0.0.1');
    const empty = { BASE_URL: '', CHECKOUT_URL: '', CHECKOUT_PORT: '' };
    const told = await start({ ...empty, HOST: '127.0.0.1', API_PORT: port, SHOP_PORT: port });
    expect(JSON.parse(told)).toEqual({
      api: `http://127.0.0.1:${port}`,
      checkout: 'http://127.0.0.1:4011',
      shop: `http://localhost:${port}`,
      dashboard: 'http://localhost:4030',
      pages: 'http://127.0.0.1:4015',
    });
    expect(asked).toEqual([`127.0.0.1:${port} /health`, `127.0.0.1:${port} /healthz`]);
  });
});

describe('what is printed once it runs', () => {
  const print = (env: { [name: string]: string }) => {
    const program = `const { printAddresses } = await import(${JSON.stringify(SYSTEM)});
      printAddresses();`;
    const input = ['--input-type=module', '-e', program];
    return execFileSync(process.execPath, input, { env, encoding: 'utf8' });
  };

  it('has the address of the dashboard, and somebody of each role who may enter it', () => {
    const told = print({ DASHBOARD_URL: 'http://localhost:4999' });
    expect(told).toContain('dashboard     http://localhost:4999');
    const people = [...told.matchAll(/(\w+) +(\S+@\S+)/g)].map(([, role, email]) => ({
      role,
      email,
    }));
    expect(people.map(({ role }) => role)).toEqual([...ROLES]);
    const published = SANDBOX_USERS.map(({ role, email }) => ({ role, email }));
    expect(published).toEqual(expect.arrayContaining(people));
  });

  it('has none of them, nor a key, in production', () => {
    expect(print({ MODE: 'production' })).not.toMatch(/@|pk_test/);
  });
});

it('ends both programs where the starter is killed and can tell them nothing', async () => {
  const { port } = await listen('127.0.0.1');
  const ends: Promise<void>[] = [];
  const { promise: bothRun, resolve: tellBoth } = deferred();
  // Each program holds a connection to here, which its end closes.
  const watcher = createSocketServer((socket) => {
    ends.push(new Promise((resolve) => socket.on('error', () => {}).on('close', () => resolve())));
    socket.resume();
    if (ends.length === 2) tellBoth();
  });
  await new Promise<void>((resolve) => watcher.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    watcher.close();
  });
  const address = watcher.address();
  if (address === null || typeof address === 'string') throw new Error('it listens on no port');
  const program = `import { connect } from 'node:net'; connect(${address.port}, '127.0.0.1');`;
  const starter = spawn(
    process.execPath,
    ['--input-type=module', '-e', `${IMPORT}\nawait startSystem(() => undefined);`],
    {
      cwd: clone(program),
      env: { HOST: '127.0.0.1', API_PORT: port, SHOP_PORT: port },
      stdio: 'ignore',
    },
  );
  await bothRun;
  starter.kill('SIGKILL');
  await Promise.all(ends);
});
