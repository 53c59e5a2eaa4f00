import { describe, expect, it } from 'vitest';
import { opened } from '../../testing/opened.ts';
import { PAYER } from '../../testing/payer.ts';
import { sql } from '../../testing/sql.ts';
import { testDatabases } from '../../testing/test-db.ts';
import { listEvents } from '../../testing/test-killed-service.ts';
import {
  basic,
  newReference,
  send,
  startTestService,
  VALID_CARD,
} from '../../testing/test-service.ts';

const HOUR = 3_600;
const PIX = { paymentMethod: 'PIX', customer: PAYER };

function order(change: Record<string, unknown> = {}) {
  return {
    amount: 15_990,
    referenceId: newReference(),
    items: [{ title: 'Cafeteira', quantity: 1, unitPrice: 15_990 }],
    isPhysicalProduct: false,
    ...change,
  };
}

describe.each(testDatabases())('payment pages on $engine', (database) => {
  const service = opened(() => startTestService({ database }));

  const call = (path: string, body?: unknown, account = 'no3ds') =>
    send(`${service.baseUrl}${path}`, { body, headers: basic(account) });
  const end = (id: string) =>
    send(`${service.baseUrl}/payment-page/${id}/end`, { method: 'POST', headers: basic('no3ds') });
  const show = async (id: string) => (await call(`/payment-page/${id}`)).body;
  const simulate = (id: string, how: string) => call(`/sandbox/payins/${id}/${how}`, {});
  const advance = (seconds: number) => call('/sandbox/clock', { advanceSeconds: seconds });

  async function make(change: Record<string, unknown> = {}) {
    const { status, body } = await call('/payment-page', order(change));
    expect(status).toBe(201);
    return body;
  }

  async function open(url: string, cookie = '') {
    const response = await fetch(url, { headers: { cookie }, redirect: 'manual' });
    const own = response.headers.get('set-cookie')?.split(';')[0] ?? cookie;
    return { status: response.status, html: await response.text(), cookie: own, response };
  }

  async function pay(url: string, body: object, cookie = '') {
    return send(`${url}/pay`, { body, headers: { cookie } });
  }

  async function cardOf(url: string, more: object = {}) {
    const { publicKey, referenceId, amount } = toldBy((await open(url)).html);
    const { body } = await send(`${service.checkoutUrl}/checkout/tokens`, {
      body: { card: { ...VALID_CARD, ...more }, amount, installments: 1, referenceId },
      headers: { 'x-public-key': publicKey },
    });
    return { ...PIX, paymentMethod: 'CREDIT_CARD', card: { token: body.token }, installments: 1 };
  }

  it('is one page for one order, at an address that says nothing', async () => {
    const asked = order();
    const [first, again] = [await call('/payment-page', asked), await call('/payment-page', asked)];
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(first.body.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/p\/[\w-]{22}$/);
    expect(first.body).toMatchObject({ status: 'OPEN', payin: null, payments: 0 });
    const other = await call('/payment-page', { ...asked, amount: 1 });
    expect([other.status, other.body.error.code]).toEqual([409, 'DUPLICATE_REFERENCE']);
    expect((await call(`/payment-page/${first.body.id}`, undefined, 'postorder')).status).toBe(404);
  });

  it('is paid by PIX, which the merchant hears by webhook, and shows the receipt then', async () => {
    const { id, url } = await make({ webhookUrl: 'http://127.0.0.1:65000/hook' });
    const { status, body: payin } = await pay(url, PIX);
    expect([status, payin.pix.qrcode.length > 50]).toEqual([201, true]);
    expect((await show(id)).payin).toMatchObject({ id: payin.id, status: 'PENDING' });
    await simulate(payin.id, 'pay');
    expect(await show(id)).toMatchObject({ status: 'PAID', payments: 1 });
    expect(await listEvents(service.baseUrl, { id: payin.id, account: 'no3ds' })).toEqual([
      'payin.approved',
    ]);
    const receipt = await open(url);
    expect([receipt.status, receipt.html]).toEqual([200, expect.stringContaining(payin.id)]);
    await simulate(payin.id, 'refund');
    expect(await show(id)).toMatchObject({ status: 'PAID', payin: { status: 'REFUNDED' } });
    expect((await open(url)).html).toContain('reembolsado');
  });

  it('knows that it was paid, where its reference was kept decomposed before', async () => {
    const { id, url } = await make({ referenceId: 'Refeição 7' });
    await sql(service.db)`UPDATE payment_pages SET reference_id = ${'Refeição 7'.normalize('NFD')}
      WHERE id = ${id}`;
    const { body: payin } = await pay(url, PIX);
    await simulate(payin.id, 'pay');
    expect(await show(id)).toMatchObject({ status: 'PAID', payin: { id: payin.id } });
  });

  it('is paid once by fifty tabs with cards and codes of their own', async () => {
    const { id, url } = await make();
    const cards = await Promise.all(Array.from({ length: 11 }, () => cardOf(url)));
    const [late, ...early] = cards;
    const tries = Array.from({ length: 50 }, (_, tab) => early[tab % 13] ?? PIX);
    const answers = await Promise.all(tries.map((chosen) => pay(url, chosen)));
    const approved = answers.filter(({ body }) => body.status === 'APPROVED');
    expect(new Set(approved.map(({ body }) => body.id)).size).toBeLessThan(2);
    const last = await pay(url, late ?? PIX);
    expect([201, 409]).toContain(last.status);
    const { body } = await call(`/payin?referenceId=${(await show(id)).referenceId}`);
    const paid = body.data.filter((one: { status: string }) => one.status === 'APPROVED');
    expect([paid.length, await show(id)]).toMatchObject([1, { status: 'PAID' }]);
  });

  it('lets a refused card be tried again, by another one', async () => {
    const { id, url } = await make();
    const refused = await pay(url, await cardOf(url, { number: '4000000000000002' }));
    expect(refused.body.status).toBe('REFUSED');
    const paid = await pay(url, await cardOf(url));
    expect([paid.status, paid.body.status]).toEqual([201, 'APPROVED']);
    expect((await show(id)).status).toBe('PAID');
  });

  it('takes no digits of a card, no other order and no proof of 3-D Secure', async () => {
    const { url } = await make();
    const card = { ...VALID_CARD, cavv: 'x', eci: '05' };
    const answer = await pay(url, { ...PIX, paymentMethod: 'CREDIT_CARD', card, installments: 1 });
    expect([answer.status, answer.body.error.code]).toEqual([400, 'INVALID_DATA']);
    const changed = { ...PIX, amount: 1, referenceId: 'other', webhookUrl: 'http://127.0.0.1:1/' };
    const { body } = await pay(url, changed);
    expect([body.amount, body.referenceId === 'other']).toEqual([15_990, false]);
  });

  it('cancels a code that waits under another name, once the buyer corrects theirs', async () => {
    const { url } = await make();
    const first = await pay(url, PIX);
    const other = { ...PAYER, document: '11144477735' };
    const second = await pay(url, { ...PIX, customer: other });
    expect([second.status, second.body.id === first.body.id]).toEqual([201, false]);
    expect((await call(`/payin/${first.body.id}`)).body.status).toBe('CANCELED');
  });

  it('uses what the merchant knows of the buyer, and shows it masked', async () => {
    const { url } = await make({ customer: PAYER, prices: { PIX: 14_391 } });
    const { html } = await open(url);
    for (const secret of [PAYER.document, PAYER.email, PAYER.phone, PAYER.address.street]) {
      expect(html).not.toContain(secret);
    }
    expect(html).toContain('Ana S.');
    expect(html).not.toContain('id="email"');
    const { body } = await pay(url, { paymentMethod: 'PIX', customer: { name: 'Eva' } });
    expect(body.amount).toBe(14_391);
    expect((await call(`/payin/${body.id}`)).body.customer.name).toBe(PAYER.name);
  });

  it('names by its path what is missing of the buyer', async () => {
    const { url } = await make({ methods: ['PIX'] });
    const { body } = await pay(url, { paymentMethod: 'PIX', customer: { document: '1' } });
    const paths = body.error.details.map(({ path }: { path: string }) => path);
    expect(paths).toEqual(expect.arrayContaining(['customer.name', 'customer.document']));
    const boleto = await pay(url, { ...PIX, paymentMethod: 'BOLETO' });
    expect([boleto.status, boleto.body.error.code]).toEqual([403, 'METHOD_NOT_ENABLED']);
  });

  it('ends, with the code that waits, and frees its reference', async () => {
    const asked = order();
    const { body: page } = await call('/payment-page', asked);
    const { body: payin } = await pay(page.url, PIX);
    const [first, again] = [await end(page.id), await end(page.id)];
    expect([first.status, first.body.status, again.body]).toEqual([200, 'ENDED', first.body]);
    expect((await call(`/payin/${payin.id}`)).body.status).toBe('CANCELED');
    const closed = await open(page.url);
    expect([closed.status, closed.html]).toEqual([410, expect.stringContaining('encerrada')]);
    expect((await pay(page.url, PIX)).status).toBe(404);
    const next = await call('/payment-page', { ...asked, amount: 5 });
    expect([next.status, next.body.id === page.id]).toEqual([201, false]);
  });

  it('expires, and an unknown address has a page that says what to do', async () => {
    const { id, url } = await make({ expiresInSeconds: 60 });
    await advance(61);
    expect((await show(id)).status).toBe('EXPIRED');
    const [over, unknown] = [await open(`${url}?lang=en`), await open(`${url.slice(0, -3)}AAA`)];
    expect([over.status, over.html]).toEqual([410, expect.stringContaining('time to pay is over')]);
    expect([unknown.status, unknown.html]).toEqual([404, expect.stringContaining('Confira se')]);
    expect((await open(`${new URL(url).origin}/x`)).html).toContain('não encontrada');
  });

  it('is an order of its own for each visit of a reusable one, which a reload keeps', async () => {
    const { id, url, referenceId } = await make({ reusable: true });
    const [ana, eva] = [await open(url), await open(url)];
    const reloaded = await open(url, ana.cookie);
    expect(reloaded.response.headers.get('set-cookie')).toBeNull();
    const payins = [];
    for (const { cookie } of [ana, eva, reloaded]) {
      payins.push((await pay(url, PIX, cookie)).body);
    }
    expect(payins.map((one) => one.referenceId)).toEqual(
      [1, 2, 1].map((n) => `${referenceId}-${n}`),
    );
    await simulate(payins[0].id, 'pay');
    expect((await open(url, ana.cookie)).html).toContain('Pagamento confirmado');
    expect((await open(url, eva.cookie)).html).toContain('pay-form');
    expect(await show(id)).toMatchObject({ status: 'OPEN', payments: 1, payin: null });
    const another = await open(`${url}?again`, ana.cookie);
    expect([another.status, another.cookie]).toEqual([303, expect.stringMatching(/^visit=3\./)]);
    const forged = ana.cookie.replace('=1.', '=2.');
    expect((await pay(url, PIX, forged)).status).toBe(404);
  });

  it('takes no more payments than its limit, and gives back the place of one that ended', async () => {
    const { id, url } = await make({ reusable: true, limit: 2 });
    const visits = await Promise.all(Array.from({ length: 8 }, () => open(url)));
    const answers = await Promise.all(visits.map(({ cookie }) => pay(url, PIX, cookie)));
    const taken = answers.filter(({ status }) => status === 201);
    expect([taken.length, answers.filter(({ status }) => status === 404).length]).toEqual([2, 6]);
    for (const { body } of taken) await simulate(body.id, 'pay');
    expect(await show(id)).toMatchObject({ status: 'ENDED', payments: 2, limit: 2 });
    expect((await open(url)).status).toBe(410);
  });

  it.each([
    ['amount', 0],
    ['items', []],
    ['expiresInSeconds', 59],
    ['expiresInSeconds', 366 * 24 * HOUR],
    ['limit', 1_001],
    ['limit', 5],
    ['methods', ['PIX', 'PIX']],
    ['customer', { document: '123' }],
    ['successUrl', 'https://shop.example/order'],
    ['successUrl', 'https://localhost.shop.example/'],
    ['successUrl', '//evil.example'],
    ['successUrl', '/\\evil.example'],
    ['cancelUrl', 'javascript:alert(1)'],
    ['cancelUrl', 'data:text/html,x'],
    ['cancelUrl', 'http://user@localhost:4020/'],
    ['cancelUrl', 'http://192.168.0.1/order'],
    ['cancelUrl', 'http://localhost:4020/#order'],
  ])('refuses %s %j by its name', async (field, value) => {
    const { status, body } = await call('/payment-page', order({ [field]: value }));
    expect([status, body.error.code]).toEqual([400, 'INVALID_DATA']);
    expect(body.error.details[0].path).toMatch(new RegExp(`^${field}\\b`));
  });

  it('refuses texts that nobody could read', async () => {
    const items = [{ title: 'x'.repeat(5_000), quantity: 1, unitPrice: 1 }];
    const { body } = await call('/payment-page', order({ items }));
    expect(body.error.details).toMatchObject([{ path: 'items.0.title', params: { max: 200 } }]);
  });

  it('shows what a merchant wrote as text, whatever it looks like, under a strict policy', async () => {
    const title = '"><img src=x onerror=alert(1)>\u202Eevil';
    const items = [{ title, quantity: 2, unitPrice: 5, description: '</script>'.repeat(55) }];
    const { url } = await make({ items, customer: { name: '<b>Ana</b> <i>' } });
    const { html, response } = await open(`${url}?lang=%22%3E%3Cscript%3E`);
    expect(html).not.toMatch(/<img|<b>|<i>|<\/script>[^<]*<\/script>/);
    expect(html).toContain('<bdi>&quot;&gt;&lt;img src=x onerror=alert(1)&gt;\u202Eevil</bdi>');
    expect(html).toContain('R$\u00a0159,90');
    expect(Buffer.byteLength(html)).toBeLessThan(20_000);
    const policy = response.headers.get('content-security-policy');
    expect(policy).toMatch(/^default-src 'none'; script-src 'self' http:\/\/127\.0\.0\.1:\d+;/);
    expect(policy).not.toMatch(/unsafe|\*/);
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
  });

  it('has a public key that embeds the frames in its own origin alone', async () => {
    const { url } = await make();
    const told = toldBy((await open(url)).html);
    const config = (key: string) =>
      send(`${service.baseUrl}/checkout/config`, { headers: { 'x-public-key': key } });
    const { body } = await config(told.publicKey);
    expect(body).toMatchObject({ companyId: 'no3ds', origins: [new URL(url).origin] });
    for (const key of [`${told.publicKey}A`, told.publicKey.replace('no3ds', 'company')]) {
      expect((await config(key)).status).toBe(401);
    }
    const pair = { authorization: `Basic ${btoa(`${told.publicKey}:sk_test_no3ds`)}` };
    expect((await send(`${service.baseUrl}/whoami`, { headers: pair })).body.error.code).toBe(
      'UNAUTHORIZED',
    );
  });
});

/** What a page tells its script. */
function toldBy(html: string) {
  return JSON.parse(/data-page="([^"]*)"/.exec(html)?.[1]?.replaceAll('&quot;', '"') ?? '');
}
