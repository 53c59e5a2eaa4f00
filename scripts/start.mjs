import { spawn } from 'node:child_process';
import { ensureInstalled, program, run } from './install.mjs';

// `npm start`: the whole system on this machine. Installs when needed, builds, runs the payment
// service and the demo shop as the two processes they are, and ends both together.

process.chdir(new URL('..', import.meta.url).pathname);
ensureInstalled();
run(program('vite'), ['build', '--logLevel', 'warn']);

const host = process.env.HOST ?? '127.0.0.1';
const api = process.env.BASE_URL ?? `http://${host}:${process.env.API_PORT ?? 4010}`;
const checkout = process.env.CHECKOUT_URL ?? `http://${host}:${process.env.CHECKOUT_PORT ?? 4011}`;
const shop = `http://localhost:${process.env.SHOP_PORT ?? 4020}`;

const children = [];
let stopping = false;

startChild('service', 'dist/service/main.js', {});
await answers(`${api}/health`);
startChild('shop', 'dist/demo-page/server/main.js', { BASE_URL: api, CHECKOUT_URL: checkout });
await answers(`${shop}/healthz`);

console.log(`
  shop          ${shop}
  base_url      ${api}        (API, ${api}/checkout/sdk/checkout-sdk.js)
  checkout_url  ${checkout}        (hosted frame)

  Sandbox keys  pk_test_no3ds / sk_test_no3ds, and the others of the README
  Stop          Ctrl+C
`);

function startChild(name, file, environment) {
  const child = spawn(process.execPath, [file], {
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
  children.push(child);
  child.on('exit', (code, signal) => {
    if (!stopping) {
      console.error(`The ${name} ended (${signal ?? code}).`);
      process.exitCode = code || 1;
      stop();
    }
  });
}

function stop() {
  stopping = true;
  for (const child of children) child.kill('SIGTERM');
}

process.on('SIGINT', stop);
process.on('SIGTERM', stop);

async function answers(url) {
  while (!stopping) {
    const ok = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
