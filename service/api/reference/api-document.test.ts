import { describe, expect, it } from 'vitest';
import { readBrCode } from '../../base/formats/br-code.ts';
import { opened } from '../../testing/opened.ts';
import { basic, newReference, send, startTestService } from '../../testing/test-service.ts';
import { openApiDocument } from './document.ts';
import type { Examples } from './open-api.ts';

const service = opened(startTestService);

const document = openApiDocument({ baseUrl: '', mode: 'sandbox', version: '' });

function examplesOf(path: string): Examples {
  return document.paths[path]?.post?.requestBody?.content['application/json']?.examples ?? {};
}

function record(value: unknown): object & { [name: string]: unknown } {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

describe('GET /openapi.json', () => {
  it('answers the document with the address of the service', async () => {
    const { status, headers, body } = await send(`${service.baseUrl}/openapi.json`);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json']);
    expect(body.openapi).toBe('3.1.1');
    expect(body.servers[0].url).toBe(service.baseUrl);
    expect(Object.keys(body.paths)).toEqual(Object.keys(document.paths));
  });

  it.each(['/openapi.json', '/docs'])('shows test cards, and no secret (%s)', async (path) => {
    const { text } = await send(service.baseUrl + path);
    const cards = (text.match(/(?<![\w.-])\d{13,19}(?![\w.-])/g) ?? []).filter(isCardNumber);
    expect([...new Set(cards)].sort()).toEqual(['4000000000002503', '4111111111111111']);
    expect(text).not.toMatch(/(sk_test_|sk_live_|whsec_)(?!EXAMPLE)[\w+/=]{20,}/);
  });

  it('may be read by any page', async () => {
    const { headers } = await send(`${service.baseUrl}/openapi.json`, {
      headers: { origin: 'https://tool.example' },
    });
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  });

  it.each(['/openapi.json', '/docs'])('like any file is sent once (%s)', async (path) => {
    const first = await send(service.baseUrl + path);
    const etag = first.headers.get('etag') ?? '';
    const again = await send(service.baseUrl + path, { headers: { 'if-none-match': etag } });
    expect([again.status, again.text]).toEqual([304, '']);
    expect(first.headers.get('cache-control')).toBe('public, max-age=300, must-revalidate');
  });
});

describe('GET /docs', () => {
  it('answers a page that can neither load nor run anything', async () => {
    const { status, headers, text } = await send(`${service.baseUrl}/docs`);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    );
    expect(text).not.toMatch(/<script|<link|<img|<iframe| style=| on\w+=|url\(|@import/);
  });

  it('has every operation, schema and code of the document', async () => {
    const { text } = await send(`${service.baseUrl}/docs`);
    for (const operation of Object.values({ ...document.paths, ...document.webhooks })
      .flatMap((item) => [item.get, item.post])
      .filter((one) => one !== undefined)) {
      expect(text).toContain(`<h3 id="${operation.operationId}">`);
    }
    for (const name of Object.keys(document.components.schemas)) {
      expect(text).toContain(`<h3 id="schema-${name}">`);
    }
    for (const code of ['INSUFFICIENT_FUNDS', 'REJECTED_BY_RISK', 'UNAVAILABLE']) {
      expect(text).toContain(`<code>${code.replaceAll('_', '_<wbr>')}</code>`);
    }
  });

  it('has one place for each address within it', async () => {
    const { text } = await send(`${service.baseUrl}/docs`);
    const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const named = new Set([...text.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id));
    expect([...named].filter((id) => !ids.includes(id))).toEqual([]);
  });
});

describe('an example of a request', () => {
  const inClear: Examples = Object.fromEntries(
    Object.entries(examplesOf('/payin')).filter(([name]) => name !== 'cardByToken'),
  );
  const payoutExamples = examplesOf('/payout');

  it.each(Object.entries(inClear))('is taken: a payin, %s', async (_name, { value }) => {
    const { status } = await service.post('no3ds', '/payin', value);
    expect(status).toBe(201);
  });

  it.each(['/payout', '/sandbox/clock', '/checkout/antifraud-sessions', '/checkout/tokens'])(
    'is taken: %s',
    async (path) => {
      const headers = path.startsWith('/checkout/')
        ? { 'x-public-key': 'pk_test_preorder' }
        : basic('manual');
      const bodies = Object.values(examplesOf(path)).map(({ value }) => value);
      expect(bodies).toHaveLength(1);
      const { status } = await send(service.baseUrl + path, { headers, body: bodies[0] });
      expect(status).toBeLessThan(300);
    },
  );

  it('is understood: a token that this service has not made', async () => {
    const [example] = Object.values(examplesOf('/checkout/tokens/revoke'));
    const headers = { 'x-public-key': 'pk_test_preorder' };
    const url = `${service.baseUrl}/checkout/tokens/revoke`;
    expect((await send(url, { headers, body: example?.value })).status).toBe(404);
  });

  it.each([
    ['/payin', 'PixPayinRequest', inClear.pix],
    ['/payin', 'BoletoPayinRequest', inClear.boleto],
    ['/payin', 'CardPayinRequest', inClear.cardInClear],
    ['/payin', 'OpenFinancePayinRequest', inClear.openFinance],
    ['/payout', 'PayoutRequest', payoutExamples.example],
  ])('is wrong without any field it has to have: %s, %s', async (path, schema, given) => {
    const required = document.components.schemas[schema]?.required ?? [];
    expect(required.length).toBeGreaterThan(3);
    for (const field of required) {
      const body = { ...record(given?.value), referenceId: newReference(), [field]: undefined };
      const url = service.baseUrl + path;
      const { status } = await send(url, { headers: basic('no3ds'), body });
      expect(status, `without ${field}`).toBe(400);
    }
  });

  it('of PIX shows a code that pays its amount', () => {
    const answers = document.paths['/payin']?.post?.responses['201']?.content;
    const pix = answers?.['application/json']?.examples?.pix?.value;
    const { qrcode } = record(record(pix).pix);
    expect(readBrCode(String(qrcode))?.amount).toBe(15_990);
  });
});

/** By its check digit. */
function isCardNumber(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
