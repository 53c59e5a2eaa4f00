import { spawn } from 'node:child_process';

const environment = process.env;
const host = environment.HOST ?? '127.0.0.1';

/** Addresses of the system as this machine's browser sees them. */
export const addresses = {
  api: environment.BASE_URL ?? `http://${host}:${environment.API_PORT ?? 4010}`,
  checkout: environment.CHECKOUT_URL ?? `http://${host}:${environment.CHECKOUT_PORT ?? 4011}`,
  shop: `http://localhost:${environment.SHOP_PORT ?? 4020}`,
};

/**
 * Runs the payment service and the demo shop as the two processes they are, from the build in
 * `dist/`. Resolves when both answer; `stop` ends both cleanly. When one ends by itself, `onEnd` is
 * told and the other is stopped.
 */
export async function startSystem(onEnd) {
  const children = [];
  let stopping = false;

  function startChild(name, file, more) {
    const child = spawn(process.execPath, [file], {
      stdio: 'inherit',
      env: { ...environment, ...more },
    });
    const ended = new Promise((resolve) => child.on('exit', resolve));
    children.push({ child, ended });
    child.on('exit', (code, signal) => {
      if (stopping) return;
      console.error(`The ${name} ended (${signal ?? code}).`);
      stop();
      onEnd(code || 1);
    });
  }

  async function stop() {
    stopping = true;
    for (const { child } of children) child.kill('SIGTERM');
    await Promise.all(children.map(({ ended }) => ended));
  }

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

  startChild('service', 'dist/service/main.js', {});
  await answers(`${addresses.api}/health`);
  if (!stopping) {
    startChild('shop', 'dist/demo-page/server/main.js', {
      BASE_URL: addresses.api,
      CHECKOUT_URL: addresses.checkout,
    });
    await answers(`${addresses.shop}/healthz`);
  }
  return { stop };
}

export function printAddresses() {
  console.log(`
  shop          ${addresses.shop}
  docs          ${addresses.shop}/docs
  base_url      ${addresses.api}        API and ${addresses.api}/checkout/sdk/checkout-sdk.js
  checkout_url  ${addresses.checkout}        hosted frame (the 3DS stage and the sandbox's bank beside it)

  Sandbox keys  pk_test_no3ds / sk_test_no3ds, and the others of ${addresses.shop}/docs/en/sandbox/
  Stop          Ctrl+C
`);
}
