import { describe, expect, it } from 'vitest';
import { errorDetail } from '../../base/shared/error-detail.ts';
import { opened } from '../../testing/opened.ts';
import { sql } from '../../testing/sql.ts';
import { testDatabases } from '../../testing/test-db.ts';
import {
  newReference,
  payinWithCard,
  startTestService,
  VALID_CARD,
  validPayin,
} from '../../testing/test-service.ts';

describe.each(testDatabases())('POST /payin on $engine', (database) => {
  const service = opened(() => startTestService({ database }));

  const pay = (body: unknown, account = 'no3ds', headers: Record<string, string> = {}) =>
    service.post(account, '/payin', body, headers);
  const show = (id: string, account = 'no3ds') => service.get(account, `/payin/${id}`);
  const advance = (advanceSeconds: number, account: string) =>
    service.post(account, '/sandbox/clock', { advanceSeconds });
  const tokenize = (change: object = {}, account = 'no3ds') => service.tokenize(account, change);
  const withToken = (
    { token, referenceId }: { token: string; referenceId: string },
    card: Record<string, unknown> = {},
    change: Record<string, unknown> = {},
  ) => validPayin({ referenceId, card: { token, installments: 1, ...card }, ...change });

  it('answers 201 with the final status and the common fields', async () => {
    const request = validPayin();
    const answer = await pay(request);
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^pay_no3ds_[\w-]{22}$/),
      externalId: expect.any(String),
      referenceId: request.referenceId,
      status: 'APPROVED',
      amount: 10_000,
      paymentMethod: 'CREDIT_CARD',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      threeDSecure: { used: false, eci: null, expectedLiability: 'merchant' },
    });
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('shows the record of a payin, without anything of its card', async () => {
    const request = validPayin();
    const { body: created } = await pay(request);
    const answer = await show(created.id);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      ...created,
      currency: 'BRL',
      installments: 1,
      installmentPlan: null,
      customer: request.customer,
      items: request.items,
      pixCopyAndPaste: null,
      boletoBarcode: null,
      boletoPixCopyAndPaste: null,
      boletoUrl: null,
      boletoDueDate: null,
      netAmount: 9_562,
      reservedAmount: 0,
      refundedAmount: 0,
      refunds: [],
      replacedBy: null,
      feeAmount: 438,
      expiresAt: null,
      declineReason: null,
      retry: null,
      updatedAt: expect.any(String),
    });
  });

  it.each([
    ['unknown', async () => 'pay_no3ds_AAAAAAAAAAAAAAAAAAAAAA'],
    ['malformed', async () => `x'%20OR%201=1--`],
    ['foreign', async () => (await pay(validPayin(), 'cardonfile')).body.id],
  ])('answers 404 for a payin that is %s, in the same words', async (_, makeId) => {
    const answer = await show(await makeId());
    expect(answer.status).toBe(404);
    expect(answer.body.error).toEqual({
      code: 'NOT_FOUND',
      message: 'There is no such payin.',
      details: [],
    });
  });

  it.each([
    ['apro', 201, 'APPROVED'],
    ['CATA', 201, 'FAILED'],
    ['RISK', 400, 'REJECTED_BY_RISK'],
    ['PERR', 502, 'PROVIDER_ERROR'],
    ['OTHERS', 201, 'APPROVED'],
  ])('gives the holder %s the answer %i %s', async (holderName, status, said) => {
    const answer = await pay(payinWithCard({ holderName }));
    expect([answer.status, answer.body.status ?? answer.body.error.code]).toEqual([status, said]);
    expect(answer.headers.get('retry-after')).toBe(said === 'PROVIDER_ERROR' ? '5' : null);
    if (status === 201) expect(answer.body.externalId).toEqual(expect.any(String));
  });

  it('names in the sandbox what looks like a slip, in the answer and the log', async () => {
    const slip = { callback_url: 'https://loja.example', metadata: {} };
    const refused = await pay({ ...validPayin(), ...slip, customer: { adress: {} } });
    expect(refused.status).toBe(400);
    expect(refused.headers.get('x-unknown-fields')).toBe('customer.adress, callback_url');
    const taken = await pay({ ...validPayin(), callback_url: 'https://loja.example' });
    expect([taken.status, taken.headers.get('x-unknown-fields')]).toEqual([201, 'callback_url']);
    expect(service.logged.at(-1)).toContain('"unknownFields":"callback_url"');
    const right = await pay({ ...validPayin(), metadata: {} });
    expect(right.headers.has('x-unknown-fields')).toBe(false);
  });

  it('lets the number win over the name', async () => {
    const answer = await pay(payinWithCard({ number: '4000000000000002', holderName: 'FUND' }));
    expect(answer.body.status).toBe('REFUSED');
  });

  it('approves the second try of a number that fails once', async () => {
    const request = payinWithCard({ number: '4000000000000119' });
    expect((await pay(request)).body.error.code).toBe('PROVIDER_ERROR');
    expect((await pay(request)).body.status).toBe('APPROVED');
  });

  it('answers a repeat with the first payin, whatever the order of its keys', async () => {
    const request = validPayin();
    const first = await pay(request);
    const reversed = Object.fromEntries(Object.entries(request).reverse());
    expect((await pay(reversed)).text).toBe(first.text);
  });

  it('takes a reference that looks the same for the same order', async () => {
    const { referenceId, ...order } = validPayin();
    const [composed, decomposed] = ['NFC', 'NFD'].map((form) =>
      `Ação ${referenceId}`.normalize(form),
    );
    const first = await pay({ ...order, referenceId: decomposed });
    expect(first.body.referenceId).toBe(composed);
    expect((await pay({ ...order, referenceId: composed })).text).toBe(first.text);
  });

  it.each([
    ['Pedido 1 ', 'U+0020'],
    [' Pedido 1', 'U+0020'],
    ['Pedido\u28001', 'U+2800'],
    ['Pedido \u200b1', 'U+200B'],
    ['Pedido 1\u{e0020}', 'U+E0020'],
    ['Pedido\u00851', 'U+0085'],
  ])('names the character of %j that nobody sees', async (referenceId, character) => {
    const { error } = (await pay({ ...validPayin(), referenceId })).body;
    const { path, rule, params } = error.details[0];
    expect([error.code, path, rule, params]).toEqual([
      'INVALID_DATA',
      'referenceId',
      'unseen_character',
      { character },
    ]);
  });

  it('answers another card with the payin that was approved, and charges nothing', async () => {
    const request = validPayin();
    const first = await pay(request);
    const otherCvv = { ...request, card: { ...request.card, cvv: '999' } };
    expect((await pay(otherCvv)).text).toBe(first.text);
    const otherNumber = { ...request, card: { ...request.card, number: '5555555555554444' } };
    expect((await pay(otherNumber)).text).toBe(first.text);
  });

  it('keeps references of two accounts apart', async () => {
    const request = validPayin();
    await pay(request, 'no3ds');
    expect((await pay({ ...request, amount: 5 }, 'cardonfile')).status).toBe(201);
  });

  it('ignores fields it does not know', async () => {
    const answer = await pay(validPayin({ status: 'REFUSED', id: 'mine', companyId: 'manual' }));
    expect(answer.body.status).toBe('APPROVED');
    expect(answer.body.id).not.toBe('mine');
  });

  describe('with a token', () => {
    it('charges it once', async () => {
      const made = await tokenize();
      expect((await pay(withToken(made))).body.status).toBe('APPROVED');
      const again = await pay(withToken({ ...made, referenceId: newReference() }));
      expect(again.status).toBe(400);
      expect(again.body.error.details).toEqual([errorDetail('card.token', 'used')]);
    });

    it('answers a repeat although the token is used', async () => {
      const request = withToken(await tokenize());
      const first = await pay(request);
      expect((await pay(request)).text).toBe(first.text);
    });

    it.each([
      ['amount', { amount: 9_999 }, {}],
      ['referenceId', { referenceId: 'another' }, {}],
      ['installments', {}, { installments: 2 }],
    ])('refuses it for another %s, and says so', async (field, change, card) => {
      const answer = await pay(withToken(await tokenize(), card, change));
      expect([answer.status, answer.body.error.code]).toEqual([400, 'INVALID_DATA']);
      expect(answer.body.error.details).toEqual([
        errorDetail('card.token', 'of_another', { field }),
      ]);
    });

    it('refuses one whose 15 minutes are over, and destroys its card', async () => {
      const made = await tokenize({}, 'manual');
      await advance(15 * 60, 'manual');
      const { body } = await pay(withToken(made), 'manual');
      expect([body.error.code, body.error.details]).toEqual([
        'INVALID_DATA',
        [errorDetail('card.token', 'expired')],
      ]);
      const rows = await sql(service.db)`SELECT token_hash FROM card_tokens
        WHERE company_id = 'manual' AND sealed_card IS NOT NULL`;
      expect(rows).toEqual([]);
    });

    it('gives it back after a passing failure of the acquirer', async () => {
      const made = await tokenize({ card: { ...VALID_CARD, number: '4000000000000119' } });
      expect((await pay(withToken(made))).body.error.code).toBe('PROVIDER_ERROR');
      expect((await pay(withToken(made))).body.status).toBe('APPROVED');
    });

    it('uses it up at a decline', async () => {
      const made = await tokenize({ card: { ...VALID_CARD, holderName: 'FUND' } });
      expect((await pay(withToken(made))).body.error.code).toBe('PAYER_LIMIT_REJECTED');
      expect((await pay(withToken(made))).body.error.code).toBe('PAYER_LIMIT_REJECTED');
      const another = withToken(made, {}, { isPhysicalProduct: true });
      expect((await pay(another)).body.error.details).toEqual([errorDetail('card.token', 'used')]);
    });

    it('is charged once for two tries of one order', async () => {
      const made = await tokenize();
      const answers = await Promise.all([
        pay(withToken(made)),
        pay(withToken(made, {}, { payerIp: '203.0.113.8' })),
      ]);
      expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    });
  });

  describe('with a card on file', () => {
    const onFile = async () => {
      const made = await tokenize({}, 'cardonfile');
      expect((await pay(withToken(made), 'cardonfile')).body.status).toBe('APPROVED');
      return { ...made, referenceId: newReference() };
    };

    it('charges an approved token again, for another order and amount', async () => {
      const made = await onFile();
      const again = withToken(made, { cvv: '123', installments: 3 }, { amount: 500 });
      expect((await pay(again, 'cardonfile')).body.status).toBe('APPROVED');
    });

    it('asks for the CVV', async () => {
      const answer = await pay(withToken(await onFile()), 'cardonfile');
      expect([answer.status, answer.body.error.code]).toEqual([400, 'INVALID_CVV']);
    });

    const retype = (token: string, cvv = '123', account = 'cardonfile') =>
      service.fromPage(account, '/checkout/tokens/cvv', { token, cvv });

    it('takes the CVV typed again in the checkout, for one charge', async () => {
      const made = await onFile();
      expect((await retype(made.token)).body).toEqual({ expiresAt: expect.any(String) });
      expect((await pay(withToken(made), 'cardonfile')).body.status).toBe('APPROVED');
      const again = { ...made, referenceId: newReference() };
      expect((await pay(withToken(again), 'cardonfile')).body.error.code).toBe('INVALID_CVV');
    });

    it('destroys the CVV typed again where the order brings its own', async () => {
      const made = await onFile();
      await retype(made.token);
      await pay(withToken(made, { cvv: '123' }), 'cardonfile');
      const again = { ...made, referenceId: newReference() };
      expect((await pay(withToken(again), 'cardonfile')).body.error.code).toBe('INVALID_CVV');
    });

    it('gives the CVV typed again to one of two orders at once, and frees the other', async () => {
      const made = await onFile();
      await retype(made.token);
      const orders = [made, { ...made, referenceId: newReference() }];
      const answers = await Promise.all(orders.map((one) => pay(withToken(one), 'cardonfile')));
      const lost = answers.findIndex(({ body }) => body.error?.code === 'INVALID_CVV');
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
      const order = orders[lost];
      if (order === undefined) throw new Error('neither order lost');
      await retype(made.token);
      expect((await pay(withToken(order), 'cardonfile')).body.status).toBe('APPROVED');
    });

    it('lets another customer neither use nor spoil the CVV typed again', async () => {
      const made = await onFile();
      await retype(made.token);
      const { customer } = validPayin();
      const other = { customer: { ...customer, document: '11144477735' } };
      expect((await pay(withToken(made, {}, other), 'cardonfile')).body.error.code).toBe(
        'INVALID_DATA',
      );
      const own = withToken({ ...made, referenceId: newReference() });
      expect((await pay(own, 'cardonfile')).body.status).toBe('APPROVED');
    });

    it('answers alike for a token on file, fresh, over, foreign or made up', async () => {
      const fresh = await tokenize({}, 'cardonfile');
      const card = { ...VALID_CARD, holderName: 'OTHE' };
      const over = await tokenize({ card }, 'cardonfile');
      await pay(withToken(over), 'cardonfile');
      const foreign = await tokenize();
      const tokens = [await onFile(), fresh, over, foreign, { token: `tok_${'x'.repeat(43)}` }];
      const answers = await Promise.all(tokens.map(({ token }) => retype(token)));
      const shape = ({ status, body, headers }: (typeof answers)[number]) =>
        JSON.stringify([status, Object.keys(body), headers.get('content-length')]);
      expect(new Set(answers.map(shape)).size).toBe(1);
    });

    it('leaves the CVV of a fresh token as it came with its card', async () => {
      const card = { ...VALID_CARD, cvv: '737' };
      const fresh = await tokenize({ card }, 'cardonfile');
      await retype(fresh.token, '999');
      expect((await pay(withToken(fresh), 'cardonfile')).body.status).toBe('APPROVED');
      const again = { ...fresh, referenceId: newReference() };
      expect((await pay(withToken(again), 'cardonfile')).body.error.code).toBe('INVALID_CVV');
    });

    it.each([
      ['cvv', { cvv: '12' }],
      ['cvv', { cvv: '12345' }],
      ['cvv', { cvv: undefined }],
      ['token', { token: '' }],
      ['token', { token: 7 }],
    ])('refuses a wrong %s typed again, without repeating it', async (path, spoiled) => {
      const answer = await service.fromPage('cardonfile', '/checkout/tokens/cvv', {
        token: 'tok_x',
        cvv: '123',
        ...spoiled,
      });
      expect([answer.status, answer.body.error.details[0].path]).toEqual([400, path]);
      expect(JSON.stringify(answer.body)).not.toContain('12345');
    });

    it('takes no CVV for an account that keeps no cards', async () => {
      const answer = await retype((await tokenize()).token, '123', 'no3ds');
      expect([answer.status, answer.body.error.code]).toEqual([403, 'METHOD_NOT_ENABLED']);
    });

    it('refuses a CVV of another length than its scheme has', async () => {
      const made = withToken(await onFile(), { cvv: '1234' });
      expect((await pay(made, 'cardonfile')).body.error.details).toEqual([
        errorDetail('card.cvv', 'exactly_characters', { allowed: '0-9', length: 3 }),
      ]);
    });

    it('refuses one that was never approved', async () => {
      const card = { ...VALID_CARD, holderName: 'OTHE' };
      const made = await tokenize({ card }, 'cardonfile');
      expect((await pay(withToken(made), 'cardonfile')).body.status).toBe('REFUSED');
      const again = withToken({ ...made, referenceId: newReference() }, { cvv: '123' });
      expect((await pay(again, 'cardonfile')).body.error.code).toBe('INVALID_DATA');
    });
  });

  describe('refuses', () => {
    it.each([
      ['amount', { amount: 0 }],
      ['amount', { amount: 0.5 }],
      ['amount', { amount: '100' }],
      ['amount', { amount: 100_000_000_000 }],
      ['referenceId', { referenceId: ' ' }],
      ['payerIp', { payerIp: '203.0.113.300' }],
      ['isPhysicalProduct', { isPhysicalProduct: 'true' }],
      ['items', { items: [] }],
      ['items.0.quantity', { items: [{ title: 'Livro', quantity: 0, unitPrice: 1 }] }],
      ['customer.document', { customer: { ...validPayin().customer, document: '52998224724' } }],
      ['customer.phone', { customer: { ...validPayin().customer, phone: '11987654321' } }],
      ['card', { card: undefined }],
      ['card.number', payinWithCard({ number: '4111111111111112' })],
      ['card.cvv', payinWithCard({ cvv: '12' })],
      ['card.cvv', payinWithCard({ cvv: '1234' })],
      ['card.cvv', payinWithCard({ number: '378282246310005', cvv: '123' })],
      ['card.holderName', payinWithCard({ holderName: '4111 1111 1111 1111' })],
      ['card.holderName', payinWithCard({ holderName: 'ana 411111111111' })],
      ['card.expirationMonth', payinWithCard({ expirationMonth: '13' })],
      ['card.expirationMonth', payinWithCard({ expirationYear: '2020' })],
      ['card.installments', payinWithCard({ installments: 13 })],
      ['card.installments', validPayin({ card: { token: 'tok_x' } })],
      ['card.token', validPayin({ card: { token: 'tok_x', installments: 1 } })],
      ['antifraud.sessionId', { antifraud: { sessionId: 'afs_manual_x' } }],
      ['webhookUrl', { webhookUrl: 'javascript:alert(1)' }],
      ['webhookUrl', { webhookUrl: '/hook' }],
      ['split', { split: [{ recipientId: 'a', percent: 100 }] }],
      ['subSellerId', { subSellerId: 'seller' }],
      ['bankId', { paymentMethod: 'OPEN_FINANCE' }],
    ])('a wrong %s', async (path, change) => {
      const answer = await pay({ ...validPayin(), ...change });
      expect([answer.status, answer.body.error.code]).toEqual([400, 'INVALID_DATA']);
      expect(answer.body.error.details.map((detail: { path: string }) => detail.path)).toEqual([
        path,
      ]);
    });

    it('names every wrong field at once, and no value', async () => {
      const answer = await pay(
        validPayin({
          amount: -1,
          customer: { ...validPayin().customer, document: '12345678900' },
          items: [{ title: '', quantity: 1, unitPrice: 1 }],
          card: { ...VALID_CARD, number: '4111111111111110', installments: 0 },
        }),
      );
      expect(answer.body.error.details.map((detail: { path: string }) => detail.path)).toEqual([
        'amount',
        'customer.document',
        'items.0.title',
        'card.number',
        'card.installments',
      ]);
      expect(answer.text).not.toMatch(/4111111111111110|12345678900/);
    });

    it.each([
      ['without 3-D Secure data', {}, 422, 'REJECTED_BY_RISK'],
      ['without a session', { threeDSecure: { cavv: 'AAAA', eci: '05' } }, 422, 'INVALID_DATA'],
      ['with an unknown session', { threeDSecure: { referenceId: 'x' } }, 422, 'INVALID_DATA'],
    ])('a card %s where it is asked for before the order', async (_, card, status, code) => {
      const answer = await pay(payinWithCard(card), 'preorder');
      expect([answer.status, answer.body.error.code]).toEqual([status, code]);
    });

    it('a card where the company takes none', async () => {
      const answer = await pay(validPayin(), 'nocard');
      expect([answer.status, answer.body.error.code]).toEqual([403, 'METHOD_NOT_ENABLED']);
    });
  });

  describe('with an Idempotency-Key', () => {
    it('gives the first answer again, also where it was a refusal', async () => {
      const request = validPayin();
      const first = await pay(request, 'no3ds', { 'idempotency-key': 'key-1' });
      expect((await pay(request, 'no3ds', { 'idempotency-key': 'key-1' })).text).toBe(first.text);
      const broke = payinWithCard({ holderName: 'FUND' });
      for (let round = 0; round < 2; round += 1) {
        const answer = await pay(broke, 'no3ds', { 'idempotency-key': 'key-2' });
        expect([answer.status, answer.body.error.code]).toEqual([400, 'PAYER_LIMIT_REJECTED']);
      }
    });

    it('refuses another body, and does not repeat it', async () => {
      await pay(validPayin(), 'no3ds', { 'idempotency-key': 'key-3' });
      const answer = await pay(validPayin(), 'no3ds', { 'idempotency-key': 'key-3' });
      expect([answer.status, answer.body.error.code]).toEqual([422, 'IDEMPOTENCY_MISMATCH']);
    });

    it('does not keep a failure of the acquirer', async () => {
      const request = payinWithCard({ number: '4000000000000119' });
      const key = { 'idempotency-key': 'key-5' };
      expect((await pay(request, 'no3ds', key)).status).toBe(502);
      expect((await pay(request, 'no3ds', key)).body.status).toBe('APPROVED');
    });

    it('is another key in another account', async () => {
      const key = { 'idempotency-key': 'key-6' };
      await pay(validPayin(), 'no3ds', key);
      expect((await pay(validPayin(), 'cardonfile', key)).status).toBe(201);
    });

    it('must be printable and at most 255 characters', async () => {
      const answer = await pay(validPayin(), 'no3ds', { 'idempotency-key': 'x'.repeat(256) });
      expect(answer.body.error.details[0].path).toBe('Idempotency-Key');
    });
  });
});
