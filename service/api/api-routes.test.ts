import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Hono } from 'hono';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { startTestService } from '../testing/test-service.ts';
import { openApiDocument } from './reference/document.ts';

/** Every application that was opened, in the order of the ports: the last one is base_url. */
const opened: unknown[] = [];

vi.mock('../http/server.ts', async (original) => {
  const real = await original<typeof import('../http/server.ts')>();
  return {
    ...real,
    listen: (...given: Parameters<typeof real.listen>) => {
      opened.push(given[0]);
      return real.listen(...given);
    },
  };
});

/** What the hosted frame is made of, and what it alone may ask: no part of the API. */
const FRAME_ROUTES = [
  'GET /assets/:file',
  'GET /card',
  'GET /fonts/:file',
  'GET /hosted',
  'GET /payment',
  'GET /pix',
  'GET /probe.txt',
  'POST /checkout/saved-cards',
  'POST /checkout/saved-cards/delete',
  'POST /checkout/saved-cards/token',
];

/** Called in words of outside parties, no part of what merchants integrate. */
const PARTY_ROUTES = [
  'GET /providers/:provider/return',
  'POST /providers/:provider/notices/:secret',
  'POST /providers/:provider/notices/:secret/pix',
];

/** As much of a built document as the service looks for. */
const BUILT =
  '<script type="application/json" id="config">null</script><script type="module">1</script>';

/** `GET /payin/:id`; what an endpoint answers to every other method is left out. */
function routesOf(app: unknown): string[] {
  if (!(app instanceof Hono)) throw new Error('expected an application');
  return app.routes
    .filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => `${method} ${path}`)
    .sort();
}

function documentedRoutes(): string[] {
  const { paths } = openApiDocument({ baseUrl: '', mode: 'sandbox', version: '' });
  return Object.entries(paths)
    .flatMap(([path, item]) =>
      Object.keys(item).map(
        (method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
      ),
    )
    .sort();
}

describe('the routes of a service with everything built', () => {
  const webDir = temporaryFolder('api-routes');
  const apps: { checkout?: unknown; base?: unknown } = {};

  beforeAll(async () => {
    mkdirSync(join(webDir, 'hosted-frame', 'assets'), { recursive: true });
    for (const folder of ['sdk', 'dashboard', 'payment-page']) mkdirSync(join(webDir, folder));
    for (const name of ['card', 'hosted', 'payment', 'pix', 'stage']) {
      writeFileSync(join(webDir, 'hosted-frame', `${name}.html`), BUILT);
    }
    for (const part of ['', '-flows', '-payment', '-pix']) {
      writeFileSync(join(webDir, 'sdk', `checkout-sdk${part}.js`), '');
    }
    const service = await startTestService({ settings: { webDir } });
    [apps.checkout, apps.base] = opened.slice(-2);
    await service.stop();
  });

  it('at base_url are those of the document and of outside parties, no more and no fewer', () => {
    expect(routesOf(apps.base)).toEqual([...documentedRoutes(), ...PARTY_ROUTES].sort());
  });

  it('at checkout_url are documented, but for the documents of the frame', () => {
    const documented = new Set(documentedRoutes());
    expect(routesOf(apps.checkout).filter((route) => !documented.has(route))).toEqual(FRAME_ROUTES);
  });
});
