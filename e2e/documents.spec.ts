import { createHash } from 'node:crypto';
import { checkedFetch } from '../service/testing/test-checked-fetch.ts';
import { elementPage } from './element-page.ts';
import type { System } from './system.ts';
import { expect, test } from './system.ts';

type Sri = { version: string; files: { [name: string]: { path: string; integrity: string } } };

const MAIN = 'checkout-sdk.js';
/** What is needed only after a call. */
const FLOWS = 'checkout-sdk-flows.js';
/** What is needed only for PIX. */
const PIX = 'checkout-sdk-pix.js';
/** What runs a payment element. */
const PAYMENT = 'checkout-sdk-payment.js';

/** The directives of a policy header, by name. */
function policyOf(response: Response): { [directive: string]: string } {
  const header = response.headers.get('content-security-policy') ?? '';
  return Object.fromEntries(
    header.split('; ').map((part) => {
      const [name = '', ...sources] = part.split(' ');
      return [name, sources.join(' ')];
    }),
  );
}

function documentOf(system: System, name: string, key: string | null): Promise<Response> {
  const query = key === null ? '' : `?key=${encodeURIComponent(key)}`;
  return fetch(`${system.checkoutUrl}/${name}${query}`);
}

function hashOf(text: string | undefined): string {
  return `'sha256-${createHash('sha256')
    .update(text ?? '')
    .digest('base64')}'`;
}

test.describe('the frame documents', () => {
  for (const name of ['card', 'hosted', 'payment', 'pix'] as const) {
    test(`${name} allows its own script and style, its own origin, and nothing else`, async ({
      system,
    }) => {
      const response = await documentOf(system, name, 'pk_test_no3ds');
      const html = await response.text();
      const script = /<script type="module">([\s\S]*?)<\/script>/.exec(html)?.[1];
      const style = /<style>([\s\S]*?)<\/style>/.exec(html)?.[1];
      expect(response.status).toBe(200);
      expect(policyOf(response)).toEqual({
        'default-src': "'none'",
        'script-src': `'self' ${hashOf(script)}`,
        'style-src': style === undefined ? "'none'" : hashOf(style),
        'connect-src': "'self'",
        'base-uri': "'none'",
        'form-action': "'none'",
        'frame-ancestors': '*',
        'require-trusted-types-for': "'script'",
        'trusted-types': "'none'",
        // Hosted nests the stage of a challenge; nothing is ever nested in the card document.
        ...(name === 'hosted' ? { 'frame-src': system.threeDSUrl } : {}),
      });
      expect(html).not.toMatch(/ on[a-z]+=|javascript:|<[^>]+ style=/i);
    });

    test(`${name} carries the headers of a guarded document`, async ({ system }) => {
      const { headers } = await documentOf(system, name, 'pk_test_no3ds');
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cross-origin-resource-policy': 'cross-origin',
        'origin-agent-cluster': '?1',
        'referrer-policy': 'strict-origin',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-cache',
      });
      // Banks' pages in a challenge send no embedder policy, so hosted must not ask for one.
      expect(headers.get('cross-origin-embedder-policy')).toBe(
        name === 'hosted' ? null : 'require-corp',
      );
      const features = headers.get('permissions-policy') ?? '';
      for (const feature of ['camera', 'microphone', 'geolocation', 'usb', 'display-capture']) {
        expect(features).toContain(`${feature}=()`);
      }
      expect(features.includes('payment=()')).toBe(name !== 'hosted');
      // The code of a PIX is copied from its frame.
      expect(features).not.toContain('clipboard-write');
      expect(headers.has('set-cookie')).toBe(false);
      expect(headers.has('x-powered-by')).toBe(false);
      expect(headers.has('server')).toBe(false);
    });

    test(`${name} is asked again each time, and costs nothing where unchanged`, async ({
      system,
    }) => {
      const first = await documentOf(system, name, 'pk_test_no3ds');
      const etag = first.headers.get('etag') ?? '';
      expect(etag).toMatch(/^"[\w-]{10,}"$/);
      const again = await fetch(first.url, { headers: { 'if-none-match': etag } });
      expect(again.status).toBe(304);
      expect(await again.text()).toBe('');
      expect(again.headers.get('content-security-policy')).toBe(
        first.headers.get('content-security-policy'),
      );
      const other = await documentOf(system, name, 'pk_test_registered');
      expect(other.headers.get('etag')).not.toBe(etag);
      const stale = await fetch(first.url, { headers: { 'if-none-match': '"another"' } });
      expect(stale.status).toBe(200);
    });
  }

  test('of the card hold what it asks for of the account, and nothing more', async ({
    system,
    merchant,
  }) => {
    const html = await (await documentOf(system, 'card', 'pk_test_registered')).text();
    const config = JSON.parse(/id="config">([^<]*)</.exec(html)?.[1] ?? 'null');
    expect(config).toEqual({
      canTransact: true,
      paymentMethods: ['credit_card'],
      capabilities: expect.objectContaining({ tokenization: expect.anything() }),
      origins: [merchant.origin],
    });
    expect(html).not.toContain('sk_test_');
  });

  test('of PIX hold the origins alone, since it asks for all it draws', async ({
    system,
    merchant,
  }) => {
    const html = await (await documentOf(system, 'pix', 'pk_test_registered')).text();
    const config = JSON.parse(/id="config">([^<]*)</.exec(html)?.[1] ?? 'null');
    expect(config).toEqual({ origins: [merchant.origin] });
  });

  test('load chunks that never change', async ({ system }) => {
    const html = await (await documentOf(system, 'card', 'pk_test_no3ds')).text();
    const names = [...html.matchAll(/assets\/([\w.-]+\.js)/g)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) {
      const response = await fetch(`${system.checkoutUrl}/assets/${name}`);
      expect(response.status).toBe(200);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      });
    }
    expect((await fetch(`${system.checkoutUrl}/assets/nothing.js`)).status).toBe(404);
    expect((await fetch(`${system.checkoutUrl}/assets/..%2fcard.html`)).status).toBe(404);
  });

  test('share their origin with no secret-key endpoint', async ({ system }) => {
    for (const path of ['/payin', '/whoami', '/health', '/sandbox/clock']) {
      expect((await fetch(system.checkoutUrl + path)).status, path).toBe(404);
    }
  });
});

test.describe('the sdk script', () => {
  const readSri = async (system: System): Promise<Sri> =>
    (await checkedFetch(`${system.baseUrl}/checkout/sdk/sri.json`)).json();

  test('is published with the hash of exactly the bytes that are served', async ({ system }) => {
    const { version, files } = await readSri(system);
    expect(Object.keys(files)).toEqual([MAIN, FLOWS, PIX, PAYMENT]);
    for (const [name, { path, integrity }] of Object.entries(files)) {
      expect(path).toBe(`/checkout/sdk/${version}/${name}`);
      for (const encoding of ['identity', 'gzip', 'br']) {
        const headers = { 'accept-encoding': encoding };
        const versioned = await checkedFetch(system.baseUrl + path, { headers });
        const fixed = await checkedFetch(`${system.baseUrl}/checkout/sdk/${name}`, { headers });
        const bytes = Buffer.from(await versioned.arrayBuffer());
        expect(`sha384-${createHash('sha384').update(bytes).digest('base64')}`).toBe(integrity);
        expect(Buffer.from(await fixed.arrayBuffer()).equals(bytes)).toBe(true);
        expect(versioned.headers.get('cache-control')).toContain('immutable');
        expect(fixed.headers.get('cache-control')).not.toContain('immutable');
        expect(versioned.headers.get('access-control-allow-origin')).toBe('*');
        expect(versioned.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
      }
    }
    const gone = `${system.baseUrl}/checkout/sdk/0.0.0-00000000/${MAIN}`;
    expect((await checkedFetch(gone)).status).toBe(404);
  });

  test('runs with its hash, and is blocked where one byte differs', async ({
    page,
    system,
    merchant,
  }) => {
    const { files } = await readSri(system);
    const { path = '', integrity = '' } = files[MAIN] ?? {};
    const options = { sdkAddress: system.baseUrl + path, integrity };
    const url = merchant.origin + merchant.serve(elementPage(system, options));
    await page.goto(url);
    await page.evaluate('element.ready');

    await page.route(`**${path}`, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: `${await response.text()} ` });
    });
    await page.goto(url);
    expect(await page.evaluate('typeof CheckoutSDK')).toBe('undefined');
    await expect(page.locator('iframe')).toHaveCount(0);
  });

  test('does not run its later module where one byte differs', async ({
    page,
    system,
    merchant,
  }) => {
    await page.goto(merchant.origin + merchant.serve(elementPage(system, { mounts: false })));
    const prepare = `client.prepareCardPayment({
      amount: 100, referenceId: 'sri', installments: 1,
      card: { holderName: 'A B', number: '4111111111111111', expiry: '12/30', cvv: '123' },
    }).then(plain, plain)`;
    await page.route(`**/${FLOWS}`, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: `${await response.text()} ` });
    });
    expect(await page.evaluate(prepare)).toMatchObject({
      code: 'SCRIPT_UNAVAILABLE',
      details: { cause: 'network' },
    });
    await page.unroute(`**/${FLOWS}`);
    expect(await page.evaluate(prepare)).toMatchObject({ card: { last4: '1111' } });
  });
});
