import { spawn } from 'node:child_process';

const ENDS_WITH_STARTER = new URL('ends-with-starter.mjs', import.meta.url).href;

const environment = process.env;
/** As the service and the shop read it: an empty variable counts as not set. */
function setting(name) {
  return environment[`CHECKOUT_${name}`] || environment[name];
}
const host = setting('HOST') || '127.0.0.1';
const apiPort = setting('API_PORT') || 4010;
const checkoutPort = setting('CHECKOUT_PORT') || 4011;
const shopPort = setting('SHOP_PORT') || 4020;

export const addresses = {
  pages: setting('PAYMENT_PAGE_URL') || `http://${host}:${setting('PAYMENT_PAGE_PORT') || 4015}`,
  api: setting('BASE_URL') || `http://${host}:${apiPort}`,
  checkout: setting('CHECKOUT_URL') || `http://${host}:${checkoutPort}`,
  shop: `http://localhost:${shopPort}`,
  dashboard: setting('DASHBOARD_URL') || `http://localhost:${setting('DASHBOARD_PORT') || 4030}`,
};

/** The listeners themselves: a public address need not be reached from this machine. */
const listeners = {
  service: `http://${reachable(host)}:${apiPort}`,
  shop: `http://${reachable(setting('HOST') || 'localhost')}:${shopPort}`,
};

/** How one asks a listener of this host here: nobody can be asked at "every address". */
function reachable(name) {
  if (name === '0.0.0.0') return '127.0.0.1';
  if (name === '::') return '[::1]';
  return name.includes(':') ? `[${name}]` : name;
}

/**
 * Two processes from `dist/`. Resolves when both answer; when one ends, `onEnd` is told and the
 * other stopped; when this one is killed, both end cleanly too.
 */
export async function startSystem(onEnd) {
  const children = [];
  let stopping = false;

  function startChild(name, file, more) {
    const child = spawn(process.execPath, ['--import', ENDS_WITH_STARTER, file], {
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
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
  await answers(`${listeners.service}/health`);
  if (!stopping) {
    startChild('shop', 'dist/demo-page/server/main.js', {
      BASE_URL: addresses.api,
      CHECKOUT_URL: addresses.checkout,
    });
    await answers(`${listeners.shop}/healthz`);
  }
  return { stop };
}

/** Who the sandbox publishes for the dashboard, one for each role. */
const PEOPLE = {
  owner: 'owner@tresmarias.example',
  finance: 'finance@tresmarias.example',
  support: 'support@tresmarias.example',
  developer: 'developer@tresmarias.example',
  viewer: 'viewer@tresmarias.example',
  operator: 'operator@checkout.example',
};

/** A link by which anybody may pay the shop's account; the same one each time it is asked for. */
export async function findTryLink() {
  if (setting('MODE') === 'production') return null;
  const answer = await fetch(`${listeners.service}/payment-page`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa('pk_test_no3ds:sk_test_no3ds')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      amount: 4_200,
      referenceId: 'casa-ipe-cafe',
      items: [{ title: 'Café da Casa Ipê, 250 g', quantity: 1, unitPrice: 4_200 }],
      isPhysicalProduct: true,
      reusable: true,
      successUrl: addresses.shop,
    }),
  });
  return (await answer.json()).url ?? null;
}

/** `tryLink`: of a payment page; null where there is none to try. */
export function printAddresses(tryLink = null) {
  const isSandbox = setting('MODE') !== 'production';
  const people = Object.entries(PEOPLE).map(([role, email]) => `${role.padEnd(10)}${email}`);
  const sandbox = `
  Sandbox keys  pk_test_no3ds / sk_test_no3ds, and the others of ${addresses.shop}/docs/en/sandbox/
  Its people    ${people.join('\n                ')}
                Each has a button where one signs in to the dashboard.`;
  console.log(`
  shop          ${addresses.shop}
  docs          ${addresses.shop}/docs
  dashboard     ${addresses.dashboard}
  payment page  ${tryLink ?? addresses.pages}
  base_url      ${addresses.api}        API and ${addresses.api}/checkout/sdk/checkout-sdk.js
  checkout_url  ${addresses.checkout}        hosted frame (the 3DS stage and the sandbox's bank beside it)
${isSandbox ? sandbox : ''}
  Stop          Ctrl+C
`);
}
