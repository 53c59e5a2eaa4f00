import { afterAll, describe, expect, it } from 'vitest';
import { payinRecordSchema } from '../../contract/payments/payin.ts';
import { hashToken } from '../domain/cards/card-token.ts';
import { searchPayins } from '../domain/payins/payin-search.ts';
import { createPayinListStore } from '../store/tables/payins/payin-list.ts';
import { createArchive } from '../store/tables/upkeep/archive.ts';
import { createDatabaseCopies } from '../store/tables/upkeep/database-copy.ts';
import { createWebhookStore } from '../store/tables/webhooks/webhook.ts';
import { createWebhookListStore } from '../store/tables/webhooks/webhook-list.ts';
import { opened, STORY } from '../testing/opened.ts';
import { testDatabases } from '../testing/test-db.ts';
import { holdWebhooks } from '../testing/test-held-webhooks.ts';
import { openTestOperator } from '../testing/test-operator.ts';
import { newReference, send, startTestService, validPayin } from '../testing/test-service.ts';
import { manualTimers } from '../testing/test-timers.ts';

/** People no other test knows; each test of this file erases its own. */
const PEOPLE = ['39053344705', '11144477735', '93541134780', '15350946056', '86288366757'];

function customerOf(document: string) {
  return {
    id: `buyer-${document}`,
    name: 'Iracema Quitéria Vasconcelos',
    document,
    email: 'iracema.quiteria@example.com',
    phone: '5521998761234',
    address: {
      street: 'Travessa dos Jequitibás',
      number: '4711 Fundos',
      zipCode: '20031170',
      city: 'Niterói',
      state: 'RJ',
      complement: 'Cobertura 9',
      neighborhood: 'Icaraí',
    },
  };
}
const PAYER_IP = '198.51.100.77';

/** What of a person may be found nowhere after they were erased. */
function tracesOf(document: string) {
  return [
    document,
    'Iracema',
    'Vasconcelos',
    'iracema.quiteria',
    '5521998761234',
    'Jequitib',
    '4711 Fundos',
    '20031170',
    'Niter',
    'Cobertura',
    'Icara',
    PAYER_IP,
  ];
}

const CLAIMED = {
  event: 'payin.approved',
  transactionId: 'pay_one_1',
  url: 'http://127.0.0.1:65000/hook',
  body: '{}',
  receiver: 'receiver',
  failures: 0,
  traceparent: null,
  owner: 'owner',
};

describe.each(testDatabases())('customers by an operator on $engine', STORY, (database) => {
  // Nothing is sent while a test looks at what waits.
  const { sendWebhook, release } = holdWebhooks();

  const db = opened(database.openEmpty);
  const service = opened(() =>
    startTestService({ db, timers: manualTimers().timers, sendWebhook }),
  );
  const operator = opened(() => openTestOperator(db));
  afterAll(() => release());

  const call = (path: string, account: string, body: unknown, headers = {}) =>
    service.post(account, path, body, headers);
  const pay = async (account: string, change: object, headers = {}) =>
    (await call('/payin', account, validPayin({ payerIp: PAYER_IP, ...change }), headers)).body;
  /** An approved payin whose card stays on file. */
  const saveCard = async (document: string) => {
    const { token, referenceId } = await service.tokenize('cardonfile');
    const customer = customerOf(document);
    const card = { token, installments: 1 };
    expect((await pay('cardonfile', { referenceId, customer, card })).status).toBe('APPROVED');
    return token;
  };
  const chargeAgain = (token: string, document: string) =>
    pay('cardonfile', {
      customer: customerOf(document),
      card: { token, installments: 1, cvv: '123' },
    });
  /** A receiver has answered with that, and the event of the payin was archived. */
  const archiveAnswer = async (payinId: string, answer: string) => {
    const filter = { event: null, status: null, from: null, until: null, after: null, limit: 1 };
    const asked = { ...filter, transactionId: payinId };
    const [event] = await createWebhookListStore(db).page('postorder', asked);
    const claimed = { companyId: 'postorder', id: String(event?.id), ...CLAIMED };
    const at = new Date(0).toISOString();
    const attempt = { at, outcome: 'HTTP_200', durationMs: 1, signatures: 0, answer };
    await createWebhookStore(db).delivered({ claimed, attempt });
    const deliveredBefore = new Date('9999-01-01');
    const which = { deliveredBefore, undeliveredBefore: new Date(0), limit: 1 };
    expect(await createArchive(db).moveEvents('postorder', which)).toBe(1);
    expect(await readTables()).toContain(answer);
  };
  /** Every row of every table, but what providers we play remember, which is sealed. */
  const readTables = async () => {
    const texts: string[] = [];
    for (const table of await createDatabaseCopies(db).tables()) {
      const text = `SELECT row_to_json(t)::text AS row FROM ${table} t`;
      const rows = await db.query<{ row: string }>({ name: '', text, values: [] });
      texts.push(...rows.map(({ row }) => row));
    }
    return texts.join('\n');
  };
  const [first, second, third, fourth, fifth] = PEOPLE.map(String);

  it('erases a customer from every table, and their payins stay valid records', async () => {
    const document = String(first);
    const customer = customerOf(document);
    const { address: _address, ...withoutAddress } = customer;
    const card = await pay(
      'postorder',
      { customer, webhookUrl: 'http://127.0.0.1:65000/hook' },
      { 'idempotency-key': `erase-${db.engine}` },
    );
    const pix = await pay('postorder', { customer, paymentMethod: 'PIX' });
    await call(`/sandbox/payins/${pix.id}/pay`, 'postorder', {});
    const boleto = await pay('postorder', { customer, paymentMethod: 'BOLETO' });
    await call(`/sandbox/payins/${boleto.id}/expire`, 'postorder', {});
    const bank = await pay('postorder', {
      customer: withoutAddress,
      paymentMethod: 'OPEN_FINANCE',
      bankId: 'ipe',
    });
    await call(`/sandbox/payins/${bank.id}/pay`, 'postorder', {});
    const refund = { referenceId: newReference(), amount: 100, reason: 'Iracema mudou de ideia' };
    const key = { 'idempotency-key': `refund-${db.engine}` };
    const refunded = await call(`/payin/${card.id}/refund`, 'postorder', refund, key);
    expect(refunded.body).toMatchObject({ status: 'DONE', reason: refund.reason });
    const stranger = await pay('postorder', { payerIp: '203.0.113.7' });
    await archiveAnswer(String(card.id), 'Iracema, obrigado');
    for (const trace of tracesOf(document)) expect(await readTables()).toContain(trace);

    const options = { company: 'postorder', document };
    expect(await operator.record('customer erase', options)).toEqual({
      ...{ company: 'postorder', payins: 4, cards: 0, pages: 0 },
    });

    const tables = await readTables();
    expect(tracesOf(document).filter((trace) => tables.includes(trace))).toEqual([]);
    for (const { id } of [card, pix, boleto, bank]) {
      const shown = await service.get('postorder', `/payin/${id}`);
      expect(shown.status).toBe(200);
      const record = payinRecordSchema.parse(shown.body);
      expect(record.customer.name).toBe('ERASED');
      expect(record.customer.address?.city).toBe(id === bank.id ? undefined : 'ERASED');
    }
    const kept = await service.get('postorder', `/payin/${stranger.id}`);
    expect(kept.body.customer.name).toBe('Ana Souza');
    const payinLists = createPayinListStore(db);
    for (const text of [document, customer.email]) {
      const asked = { status: null, method: null, from: null, until: null, after: null, limit: 9 };
      const lists = { payinLists, mayReadCustomers: true };
      const found = await searchPayins('postorder', { ...asked, text }, lists);
      expect(found).toEqual({ payins: [], goesOnAfter: null });
    }
    expect((await operator.run('reconcile')).isBad).toBe(false);
    expect(await operator.audit('postorder', 1)).toEqual([
      {
        actor: 'ana',
        action: 'customer erase',
        subjects: { company: 'postorder', payins: 4, cards: 0, pages: 0 },
        result: 'done',
        code: null,
      },
    ]);
  });

  it('takes a repeat of an erased order for another one, and charges nothing', async () => {
    const document = String(second);
    const order = validPayin({ customer: customerOf(document) });
    const headers = { 'idempotency-key': `repeat-${db.engine}` };
    const { body: paid } = await call('/payin', 'no3ds', order, headers);
    expect(paid.status).toBe('APPROVED');
    await operator.run('customer erase', { company: 'no3ds', document });
    const again = await call('/payin', 'no3ds', order, headers);
    expect([again.status, again.body.error.code]).toEqual([409, 'DUPLICATE_REFERENCE']);
  });

  it('refuses while a payin is open, naming it, and erases nothing', async () => {
    const document = String(third);
    const done = await pay('no3ds', { customer: customerOf(document) });
    const open = await pay('no3ds', { customer: customerOf(document), paymentMethod: 'PIX' });
    const options = { company: 'no3ds', document };
    await expect(operator.run('customer erase', options)).rejects.toThrow(
      `The customer's payin ${open.id} is still open.`,
    );
    expect((await service.get('no3ds', `/payin/${done.id}`)).body.customer.document).toBe(document);
    expect(await operator.audit('no3ds')).toMatchObject([
      { action: 'customer erase', result: 'refused', code: 'ILLEGAL_TRANSITION' },
    ]);
    await operator.run('payin cancel', { payin: String(open.id) });
    expect((await operator.record('customer erase', options)).payins).toBe(2);
  });

  it('erases at one merchant alone, and once', async () => {
    const document = String(fourth);
    await pay('no3ds', { customer: customerOf(document) });
    const elsewhere = { company: 'preorder', document };
    expect(await operator.refusal('customer erase', elsewhere)).toEqual(['NOT_FOUND']);
    const options = { company: 'no3ds', document };
    await operator.run('customer erase', options);
    expect(await operator.refusal('customer erase', options)).toEqual(['NOT_FOUND']);
  });

  it.each([
    ['no CPF', '52998224726', 'INVALID_DATA'],
    ['the mark of the erased', '00000000191', 'INVALID_DATA'],
  ])('refuses %s', async (_name, document, code) => {
    const options = { company: 'no3ds', document };
    expect(await operator.refusal('customer erase', options)).toEqual([code, 'document']);
  });

  it('deletes one saved card, so that it charges nothing any more', async () => {
    const document = String(fifth);
    const [deleted, other] = [await saveCard(document), await saveCard(document)];
    expect((await chargeAgain(deleted, document)).status).toBe('APPROVED');
    const options = { company: 'cardonfile', token: deleted };
    expect(await operator.record('card delete', options)).toEqual({
      company: 'cardonfile',
      deleted: 1,
    });
    expect((await chargeAgain(deleted, document)).error.code).toBe('INVALID_DATA');
    expect((await chargeAgain(other, document)).status).toBe('APPROVED');
    expect(await operator.refusal('card delete', options)).toEqual(['NOT_FOUND', 'token']);
    expect(JSON.stringify(await operator.audit('cardonfile', 20))).not.toContain('tok_');
  });

  it('deletes all saved cards of a customer, with or without their data', async () => {
    const document = String(fifth);
    const token = await saveCard(document);
    const options = { company: 'cardonfile', document };
    const { deleted } = await operator.record('card delete', options);
    expect(deleted).toBe(2);
    expect((await chargeAgain(token, document)).error.code).toBe('INVALID_DATA');
    expect(await operator.refusal('card delete', options)).toEqual(['NOT_FOUND', 'document']);

    const kept = await saveCard(document);
    expect(await operator.record('customer erase', options)).toMatchObject({ cards: 1 });
    expect((await chargeAgain(kept, document)).error.code).toBe('INVALID_DATA');
  });

  it.each(['card delete', 'customer erase'])('%s destroys a CVV typed again', async (command) => {
    const document = String(fifth);
    const token = await saveCard(document);
    const { cvvs, hash } = operator.services;
    const key = { companyId: 'cardonfile', tokenHash: hashToken(hash, token), token };
    await cvvs.put(key, '123', new Date('2999-01-01'));
    await operator.run(command, { company: 'cardonfile', document });
    expect(await cvvs.read(key, new Date())).toBeNull();
  });

  it.each<[string, Record<string, string>, string[]]>([
    [
      'both',
      { token: `tok_${'A'.repeat(43)}`, document: '39053344705' },
      ['INVALID_DATA', 'token'],
    ],
    ['neither', {}, ['INVALID_DATA', 'token']],
    ['no token', { token: '4111111111111111' }, ['INVALID_DATA', 'token']],
    ['a token of nothing', { token: `tok_${'A'.repeat(43)}` }, ['NOT_FOUND', 'token']],
  ])('refuses to delete the card of %s', async (_name, options, refusal) => {
    const given = { company: 'cardonfile', ...options };
    expect(await operator.refusal('card delete', given)).toEqual(refusal);
  });

  it('never tells the log or the screen of a person', async () => {
    const told = [
      ...operator.printed,
      ...(await operator.rows('audit list', { limit: '1000' })).map((row) => JSON.stringify(row)),
    ].join('\n');
    for (const document of PEOPLE) {
      expect(tracesOf(document).filter((trace) => told.includes(trace))).toEqual([]);
    }
    expect(told).not.toMatch(/tok_|[sp]k_test_\w{20}|whsec_/);
  });

  it('exports what is kept of a person, and what is left once they are erased', async () => {
    const document = String(fifth);
    await saveCard(document);
    await call('/payment-page', 'cardonfile', {
      ...{ amount: 100, referenceId: newReference(), customer: customerOf(document) },
      ...{ items: [{ title: 'Livro', quantity: 1, unitPrice: 100 }], isPhysicalProduct: false },
    });
    const options = { company: 'cardonfile', document };
    const exported = async () => await operator.rows('customer export', options);
    const rows = await exported();
    expect(rows.map(({ kind }) => kind).sort()).toEqual(['payin', 'payment page', 'saved card']);
    const known = Object.fromEntries(rows.map((row) => [row.kind, JSON.parse(String(row.known))]));
    expect(known.payin.customer).toEqual(customerOf(document));
    expect(known['payment page'].customer.document).toBe(document);
    expect(known['saved card']).toMatchObject({
      ...{ last4: '1111', customerId: `buyer-${document}`, pageOrigin: 'https://shop.example' },
      agreedTo: 'Salvar este cartão para a próxima compra',
    });
    expect(JSON.stringify(rows)).not.toMatch(/tok_|sealed/);
    expect(JSON.stringify(await operator.audit('cardonfile', 1))).not.toContain(document);
    await operator.run('customer erase', options);
    expect(await exported()).toEqual([]);
  });

  it('exports and erases what payment pages alone know, and where they know no document', async () => {
    const [document, other] = [String(first), String(second)];
    const { document: _document, ...nameless } = customerOf(other);
    const make = async (customer: object) => {
      const items = [{ title: 'Livro', quantity: 1, unitPrice: 100 }];
      const order = { amount: 100, items, isPhysicalProduct: false, customer };
      const asked = { ...order, referenceId: newReference() };
      return (await call('/payment-page', 'manual', asked)).body;
    };
    await make(customerOf(document));
    const { url } = await make(nameless);
    const typed = { paymentMethod: 'PIX', customer: { document: other } };
    const { body: payin } = await send(`${url}/pay`, { body: typed });
    await call(`/sandbox/payins/${payin.id}/pay`, 'manual', {});
    const stranger = String(third);
    await make(customerOf(stranger));
    for (const [own, payins, pages] of [
      [document, 0, 1],
      [other, 1, 1],
    ] as const) {
      const options = { company: 'manual', document: own };
      const kinds = (await operator.rows('customer export', options)).map(({ kind }) => kind);
      expect(kinds.sort()).toEqual([...(payins > 0 ? ['payin'] : []), 'payment page']);
      expect(await operator.record('customer erase', options)).toMatchObject({ payins, pages });
      expect(await operator.refusal('customer erase', options)).toEqual(['NOT_FOUND']);
      expect(await operator.rows('customer export', options)).toEqual([]);
      expect(await readTables()).not.toContain(own);
    }
    // Those of a stranger, whose page was paid by nobody, stay.
    const left = { company: 'manual', document: stranger };
    expect(await operator.rows('customer export', left)).toHaveLength(1);
    await operator.run('customer erase', left);
    const tables = await readTables();
    expect(tracesOf(other).filter((trace) => tables.includes(trace))).toEqual([]);
  });
});
