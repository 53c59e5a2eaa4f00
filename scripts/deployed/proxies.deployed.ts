import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeAt } from '../../service/domain/people/totp.ts';
import { SANDBOX_PASSWORD } from '../../service/sandbox/published-users.ts';
import { basic, VALID_CARD, validPayin } from '../../service/testing/test-service.ts';
import { outcomeOf, payByCard } from '../rehearse/buyer.ts';
import { freePort } from '../system/free-port.mjs';
import { openPlace } from '../system/payment-service.mjs';
import { caddy, nginx } from './proxy.ts';
import type { Visitor } from './visitor.ts';
import { createVisitor, signInThrough } from './visitor.ts';

const TOKEN = { amount: 10_000, installments: 1, referenceId: 'order', card: VALID_CARD };
const JSON_BODY = { 'content-type': 'application/json' };

const executablePath = process.env.CHROMIUM_PATH || null;

describe.each([nginx, caddy].filter(({ isInstalled }) => isInstalled))(
  'the example of $name',
  ({ name, start }) => {
    const home = mkdtempSync(join(tmpdir(), 'proxy-'));
    const stops: (() => Promise<void>)[] = [];
    const visitors: Visitor[] = [];
    let authorityPem = '';
    let httpPort = 0;
    let origins = { api: '', card: '', stage: '', dashboard: '' };

    beforeAll(async () => {
      const place = openPlace('.');
      const own = await place.choosePorts();
      const { API: api, CHECKOUT: card, THREEDS: stage, DASHBOARD: dashboard } = own;
      const https = await freePort();
      httpPort = await freePort();
      const ports = { 4010: api, 4011: card, 4012: stage, 4030: dashboard };
      const proxy = await start(home, { http: httpPort, https }, ports);
      stops.push(proxy.stop);
      authorityPem = proxy.authorityPem;
      origins = {
        api: `https://api.example.com:${https}`,
        card: `https://card.example.net:${https}`,
        stage: `https://3ds.example.org:${https}`,
        dashboard: `https://dashboard.example.com:${https}`,
      };
      const limits = {
        BASE_URL: origins.api,
        CHECKOUT_URL: origins.card,
        THREEDS_URL: origins.stage,
        DASHBOARD_URL: origins.dashboard,
        METRICS_PORT: '0',
        DRAIN_MS: '0',
        TRUSTED_PROXY_HOPS: '1',
        TOKENS_PER_MINUTE_PER_IP: '3',
      };
      stops.push(place.remove);
      await place.start(own, { limits }).ready();
    });
    afterAll(async () => {
      for (const visitor of visitors) await visitor.leave();
      for (const stop of stops.reverse()) await stop();
      rmSync(home, { recursive: true, force: true });
    });

    const visitorFrom = (address: string) => {
      const visitor = createVisitor(authorityPem, address);
      visitors.push(visitor);
      return visitor;
    };
    const payAs = (visitor: Visitor) =>
      visitor.ask(`${origins.api}/payin`, {
        method: 'POST',
        headers: { ...JSON_BODY, ...basic('no3ds') },
        body: JSON.stringify(validPayin()),
      });

    it('leads each origin to its own listener, by a certificate of its name', async () => {
      const { ask } = visitorFrom('127.0.0.1');
      const seen = await Promise.all([
        ask(`${origins.api}/health`),
        ask(`${origins.api}/checkout/sdk/checkout-sdk.js`),
        ask(`${origins.card}/card?key=pk_test_no3ds`),
        ask(`${origins.stage}/stage?key=pk_test_no3ds`),
        ask(`${origins.dashboard}/sign-in`),
      ]);
      expect(seen.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      const [, script, card] = seen;
      expect(script?.text).toContain(origins.card);
      expect(card?.headers.get('content-security-policy')).toContain("default-src 'none'");
      // What is of one origin is not at another.
      expect((await ask(`${origins.card}/payin`)).status).toBe(404);
      expect((await ask(`${origins.dashboard}/card?key=pk_test_no3ds`)).status).toBe(404);
    });

    it('sends whoever comes without TLS to where there is', async () => {
      const answer = await fetch(`http://127.0.0.1:${httpPort}/health`, {
        headers: { host: 'api.example.com' },
        redirect: 'manual',
      });
      expect([301, 308]).toContain(answer.status);
    });

    it('takes a payment by a card that was typed at the card’s origin', async () => {
      const { ask } = visitorFrom('127.0.0.1');
      const token = await ask(`${origins.card}/checkout/tokens`, {
        method: 'POST',
        headers: { ...JSON_BODY, origin: origins.card, 'x-public-key': 'pk_test_no3ds' },
        body: JSON.stringify({ ...TOKEN, referenceId: 'by-token' }),
      });
      expect(token.status).toBe(201);
      const paid = await ask(`${origins.api}/payin`, {
        method: 'POST',
        headers: { ...JSON_BODY, ...basic('no3ds') },
        body: JSON.stringify(
          validPayin({
            referenceId: 'by-token',
            card: { token: JSON.parse(token.text).token, installments: 1 },
          }),
        ),
      });
      expect(JSON.parse(paid.text)).toMatchObject({ status: 'APPROVED' });
    });

    it('lets an owner sign in at the dashboard', async () => {
      const page = await signInThrough(visitorFrom('127.0.0.1'), origins.dashboard, {
        email: 'owner@tresmarias.example',
        password: SANDBOX_PASSWORD,
        code: codeAt(Buffer.from('12345678901234567890'), new Date()),
      });
      expect(page.status).toBe(200);
      expect(page.text).toContain('Marina Prado');
    });

    it('counts a buyer by the address they come from, whatever they say it is', async () => {
      const tokenFrom = (visitor: Visitor, said: string) =>
        visitor.ask(`${origins.card}/checkout/tokens`, {
          method: 'POST',
          headers: { ...JSON_BODY, 'x-public-key': 'pk_test_preorder', 'x-forwarded-for': said },
          body: JSON.stringify(TOKEN),
        });
      const [liar, other] = [visitorFrom('127.0.0.3'), visitorFrom('127.0.0.4')];
      const statuses: number[] = [];
      for (const nth of [1, 2, 3, 4]) {
        statuses.push((await tokenFrom(liar, `198.51.100.${nth}`)).status);
      }
      expect(statuses).toEqual([201, 201, 201, 429]);
      expect((await tokenFrom(other, '127.0.0.3')).status).toBe(201);
    });

    it('serves others while one client keeps hundreds of bodies from their end', async () => {
      const headers = { ...JSON_BODY, ...basic('no3ds') };
      const flood = visitorFrom('127.0.0.7');
      await flood.holdStreams(`${origins.api}/payin`, headers, 240);
      const { ask } = visitorFrom('127.0.0.8');
      for (let round = 0; round < 20; round += 1) {
        const asked = ['health', 'balance'].map((path) =>
          ask(`${origins.api}/${path}`, { headers: basic('no3ds') }),
        );
        const answers = await Promise.all(asked);
        expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      }
      // Caddy leaves it to the firewall.
      if (name === 'nginx') expect((await payAs(flood)).status).toBe(429);
      expect(JSON.parse((await payAs(visitorFrom('127.0.0.8'))).text).status).toBe('APPROVED');
    });

    it.skipIf(executablePath === null)('shows its fields in a browser, and is paid', async () => {
      const shop = new URL(origins.api.replace('api.example.com', 'shop.example.com')).origin;
      const browser = await chromium.launch({
        ...(executablePath === null ? {} : { executablePath }),
        args: [
          '--no-sandbox',
          // All origins are on this machine, which pages from outside may not ask.
          '--host-resolver-rules=MAP * 127.0.0.1',
          '--disable-features=LocalNetworkAccessChecks',
        ],
      });
      try {
        // The authority of the proxy is not this machine's.
        const context = await browser.newContext({ ignoreHTTPSErrors: true });
        const page = await context.newPage();
        page.setDefaultTimeout(60_000);
        const { ask } = visitorFrom('127.0.0.1');
        await page.route(`${shop}/`, (route) =>
          route.fulfill({ contentType: 'text/html', body: shopPage(origins.api) }),
        );
        await page.route(`${shop}/pay`, async (route) => {
          const card = route.request().postDataJSON();
          const paid = await ask(`${origins.api}/payin`, {
            method: 'POST',
            headers: { ...JSON_BODY, ...basic('no3ds') },
            body: JSON.stringify(validPayin({ referenceId: 'in-browser', card })),
          });
          await route.fulfill({ contentType: 'application/json', body: paid.text });
        });
        await page.goto(`${shop}/`);
        await payByCard(page, VALID_CARD);
        expect(await outcomeOf(page)).toBe('APPROVED');
      } finally {
        await browser.close();
      }
    });
  },
);

function shopPage(apiBaseUrl: string): string {
  return `<!doctype html><title>Shop</title><div id="card"></div><button id="pay">Pay</button>
    <p id="message"></p>
    <script src="${apiBaseUrl}/checkout/sdk/checkout-sdk.js"></script>
    <script>
      const message = document.querySelector('#message');
      const client = CheckoutSDK.init({ publicKey: 'pk_test_no3ds', apiBaseUrl: '${apiBaseUrl}' });
      const element = client.mountCardElement('#card', {
        amount: 10000, referenceId: 'in-browser', maxInstallments: 1,
        onResult: async ({ payinCard }) => {
          const body = JSON.stringify(payinCard);
          const paid = await (await fetch('/pay', { method: 'POST', body })).json();
          message.textContent = paid.status;
        },
        onError: ({ code }) => { message.textContent = code; },
      });
      document.querySelector('#pay').onclick = () => element.submit();
    </script>`;
}
