import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { Keys, Merchant } from './merchant.ts';
import { BUYER, newReference } from './merchant.ts';
import { AMOUNT, OTHER_METHODS, otherMethodPage, THANKS_PATH, thanksPage } from './shop-page.ts';
import type { TlsOrigin } from './tls-origin.ts';

/** The page of the documentation's first steps, which a merchant copies. */
const PAGE = 'docs/samples/quick-start/index.html';
const IN_THE_SAMPLE = {
  api: 'http://127.0.0.1:4010',
  publicKey: 'pk_test_no3ds',
  lastOption: 'maxInstallments: 3,',
};

/**
 * That page on an origin of its own, pages for other methods, and a back end with the secret key.
 */
export async function openShop(
  origin: TlsOrigin,
  {
    merchant,
    baseUrl,
    keys,
    playPayer,
  }: {
    merchant: Merchant;
    baseUrl: string;
    keys: Keys;
    playPayer: (payinId: string) => Promise<void>;
  },
): Promise<{ stop: () => Promise<void> }> {
  const page = readFileSync(PAGE, 'utf8')
    .replaceAll(IN_THE_SAMPLE.api, baseUrl)
    .replaceAll(IN_THE_SAMPLE.publicKey, keys.publicKey)
    // Some who authenticate cardholders ask who pays.
    .replace(IN_THE_SAMPLE.lastOption, (option) => `${option} customer: ${JSON.stringify(BUYER)},`);
  const pages = new Map([
    ['/', page],
    [THANKS_PATH, thanksPage()],
    ...OTHER_METHODS.map(
      (method) =>
        [
          `/${method}`,
          otherMethodPage(method, { apiBaseUrl: baseUrl, publicKey: keys.publicKey }),
        ] as const,
    ),
  ]);
  const payins = new Map<string, string>();

  async function answer(incoming: IncomingMessage): Promise<unknown> {
    const asked = await readJson(incoming);
    const referenceId = `${asked.referenceId}`;
    switch (incoming.url) {
      case '/orders':
        return newOrder();
      case '/pay': {
        // With a card, or by another method and at the buyer's own bank.
        const { referenceId: _order, ...by } = asked;
        const { body } = await merchant.pay({ ...by, referenceId, amount: AMOUNT });
        payins.set(referenceId, body.id);
        return body;
      }
      case '/banks':
        return (await merchant.call('GET', '/payin/open-finance/banks')).body;
      case '/play':
        await playPayer(payins.get(referenceId) ?? '');
        return {};
      default:
        return { status: (await merchant.show(payins.get(referenceId) ?? '')).status };
    }
  }

  const server = createServer((incoming, response) => {
    if (incoming.method === 'GET') {
      // The bank adds its own id of the payment to the address that it leads back to.
      const [path = ''] = (incoming.url ?? '').split('?');
      // The page of the first steps asks for its order; none is made before it is loaded.
      if (path === '/order') return sendJson(response, 200, { order: newOrder(), payin: null });
      const shown = pages.get(path);
      const type = { 'content-type': 'text/html; charset=utf-8' };
      response.writeHead(shown === undefined ? 404 : 200, type).end(shown);
      return;
    }
    answer(incoming).then(
      (body) => sendJson(response, 200, body),
      () => sendJson(response, 500, { error: { code: 'INTERNAL' } }),
    );
  });
  await new Promise<void>((resolve) => server.listen(origin.port, '127.0.0.1', resolve));
  return {
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
      await origin.stop();
    },
  };
}

function newOrder() {
  return {
    ...{ referenceId: newReference(), amount: AMOUNT, isPhysicalProduct: false },
    customer: BUYER,
    items: [{ title: 'Livro', quantity: 1, unitPrice: AMOUNT }],
  };
}

async function readJson(incoming: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
  const text = Buffer.concat(chunks).toString('utf8');
  // An order is asked for without a body.
  return text === '' ? {} : JSON.parse(text);
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
