import { describe, expect, it, onTestFinished } from 'vitest';
import { attemptKeyOf } from '../providers/attempt-key.ts';
import { COMPANY, openMoneyWorld } from '../testing/money-world.ts';
import type { TestDatabase } from '../testing/test-db.ts';
import { embeddedTestDatabase, testDatabases } from '../testing/test-db.ts';
import { newReference, validPayout } from '../testing/test-service.ts';

const AMOUNT = 10_000;
/** By the harness's clock it is 2026-11-23. */
const DAYS = { from: '2026-11-23', until: '2026-11-23' };
const NOTHING_CHANGED = 'of no payin of these companies. Nothing was changed.';

type Provider = 'inter' | 'mercadopago';
const LISTS = { inter: '/pix/v2/pix', mercadopago: '/v1/payments/search' } as const;

async function openShop(provider: Provider, database: TestDatabase = embeddedTestDatabase) {
  const world = await openMoneyWorld([{ method: 'PIX', provider }], { database });
  onTestFinished(() => world.stop());
  const { operator } = world;
  const [party, asked] = [world.partyOf('PIX'), { company: COMPANY, provider, ...DAYS }];
  const told = party.told.PIX;
  if (told === undefined) throw new Error('nothing is told of PIX');
  const notify = (key: string) => world.notify(0, party, told.tell(key));
  /** A PIX, paid at its provider; the service hears of it or not. */
  async function buy({ isTold = true } = {}) {
    const reference = newReference();
    await world.call(0, 'POST', '/payin', world.orderBy('PIX', reference, AMOUNT));
    const [payin] = await world.payinsOf(reference);
    if (payin === undefined || told === undefined) throw new Error('no PIX was issued');
    told.happen(payin.key);
    if (isTold) await notify(payin.key);
    world.advance(1000);
    return payin;
  }
  const reconcile = (more: Record<string, string> = {}) =>
    operator.run('provider reconcile', { ...asked, ...more });
  const found = async (more: Record<string, string> = {}) => {
    const { content, notes } = await reconcile(more);
    const rows = 'rows' in content ? content.rows : [];
    return { notes, rows: rows.map(({ finding, payin }) => [finding, payin]) };
  };
  /** The next list of a day is answered so; the day before is asked for first. */
  const answerList = (...bodies: object[]) => {
    for (const body of [null, ...bodies]) {
      const at = { method: 'GET', path: LISTS[provider] };
      if (body === null) party.faults.next(at, { kind: 'answer', answer: emptyOf(provider) });
      else party.faults.next(at, { kind: 'answer', answer: jsonAnswer(body) });
    }
  };
  return { world, party, asked, notify, buy, reconcile, found, answerList };
}

function jsonAnswer(body: object) {
  const headers = { 'content-type': 'application/json' };
  return { status: 200, headers, body: JSON.stringify(body) };
}

function pixPage(pix: object[], { page = 0, pages = 1, total = pix.length } = {}) {
  const paginacao = {
    ...{ paginaAtual: page, itensPorPagina: 100 },
    ...{ quantidadeDePaginas: pages, quantidadeTotalDeItens: total },
  };
  return { parametros: { inicio: '', fim: '', paginacao }, pix };
}

function emptyOf(provider: Provider) {
  return jsonAnswer(provider === 'inter' ? pixPage([]) : { paging: { total: 0 }, results: [] });
}

function pix(key: string, valor: string, returned?: string) {
  const devolucoes = [{ id: 'd1', valor: returned, status: 'DEVOLVIDO' }];
  const endToEndId = `E${key.slice(0, 31)}`;
  return { endToEndId, txid: key, valor, ...(returned === undefined ? {} : { devolucoes }) };
}

describe.each(testDatabases())('provider reconcile on $engine', (database) => {
  it.each<Provider>(['inter', 'mercadopago'])(
    'names what %s and we do not have alike',
    async (at) => {
      const { world, party, buy, found } = await openShop(at, database);
      await buy();
      const refunded = await buy();
      const refund = { amount: 300, referenceId: newReference() };
      await world.call(0, 'POST', `/payin/${refunded.id}/refund`, refund);
      party.book.settleRefunds(() => true);
      await world.pass(60_000);
      expect(await found()).toMatchObject({
        rows: [],
        notes: [`2 payments are alike; 0 are ${NOTHING_CHANGED}`],
      });
      const unheard = await buy({ isTold: false });
      const taken = await buy();
      party.book.departures('PIX')['given back at its pages']?.(taken.key, 400);
      const gone = await buy();
      await world.read(`DELETE FROM payins WHERE id = '${gone.id}'`);
      const { rows, notes } = await found();
      expect(rows).toEqual([
        ['not_paid_here', unheard.id],
        ['not_returned', taken.id],
        ['only_there', null],
      ]);
      expect(notes).toEqual([`2 payments are alike; 0 are ${NOTHING_CHANGED}`]);
      expect(await world.read('SELECT id FROM payins')).toHaveLength(4);
      expect(await world.operator.audit(COMPANY)).toMatchObject([
        { action: 'provider reconcile', subjects: { provider: at, alike: 2, findings: 3 } },
      ]);
      expect((await found({ from: '2026-11-24', until: '2026-11-30' })).rows).toEqual([]);
      expect(party.takeViolations()).toEqual([]);
    },
  );

  it('follows the pages of a bank, and says what they have otherwise than our books', async () => {
    const { world, buy, found, answerList } = await openShop('inter', database);
    const [less, more, twice, back, unlisted, refunded] = [
      ...[await buy(), await buy(), await buy(), await buy(), await buy(), await buy()],
    ] as const;
    const refund = { amount: AMOUNT, referenceId: newReference() };
    for (const { id } of [back, refunded])
      await world.call(0, 'POST', `/payin/${id}/refund`, refund);
    world.partyOf('PIX').book.settleRefunds(() => true);
    await world.pass(60_000);
    const first = [
      pix(less.key, '99.00'),
      pix(more.key, '105.00', '5.00'),
      pix(twice.key, '100.00'),
    ];
    const second = [
      pix(twice.key, '100.00'),
      pix(back.key, '100.00'),
      { ...pix(more.key, '1.00'), txid: 'key' },
    ];
    answerList(
      pixPage(first, { pages: 2, total: 6 }),
      pixPage(second, { page: 1, pages: 2, total: 6 }),
    );
    const { rows, notes } = await found();
    expect(rows).toEqual([
      ['other_amount', less.id],
      ['twice', twice.id],
      ['only_returned_here', back.id],
      ['not_listed', refunded.id],
      ['not_listed', unlisted.id],
    ]);
    expect(notes[0]).toBe(`2 payments are alike; 1 are ${NOTHING_CHANGED}`);
  });
});

describe('provider reconcile', () => {
  it('asks Mercado Pago page by page, and for halves of what is too long for it', async () => {
    const { party, buy, found, answerList } = await openShop('mercadopago');
    await buy();
    const other = { id: 1, status: 'approved', external_reference: 'x', transaction_amount: 1 };
    const pages = [50, 1].map((many) => ({
      paging: { total: 51 },
      results: Array(many).fill(other),
    }));
    answerList({ paging: { total: 10_001 }, results: [] }, ...pages);
    expect((await found()).notes[0]).toMatch(/^1 payments are alike; 51 are of no payin/);
    const offsets = party.requests
      .filter(({ path, query }) => path === LISTS.mercadopago && query.includes('range'))
      .map(({ query }) => new URLSearchParams(query).get('offset'));
    expect(offsets).toContain('50');
  });

  it.each([
    ['is cut off', () => pixPage([], { pages: 2, total: 101 }), 'does not list payments'],
    ['counts more than it tells', () => pixPage([], { total: 1 }), 'does not list payments'],
    ['is of another form', () => ({ pix: 'none' }), 'does not list payments'],
  ])('tells nothing of a list that %s', async (_what, body, why) => {
    const { reconcile, buy, answerList } = await openShop('inter');
    await buy({ isTold: false });
    answerList(body());
    const said = expect.stringMatching(`^Nothing was compared: .*${why}`);
    await expect(reconcile()).rejects.toMatchObject({ code: 'PROVIDER_ERROR', message: said });
  });

  it('compares what Efí lists as sent with the payouts of these days', async () => {
    const routes = [{ method: 'PAYOUT', provider: 'efi' } as const];
    const world = await openMoneyWorld(routes, { database: embeddedTestDatabase });
    onTestFinished(() => world.stop());
    const party = world.partyOf('PAYOUT');
    const told = party.told.PAYOUT;
    if (told === undefined) throw new Error('nothing is told of payouts');
    const asked = { company: COMPANY, provider: 'efi', ...DAYS };
    const at = { method: 'GET', path: '/v2/gn/pix/enviados' };
    const found = async () => {
      const { content, notes } = await world.operator.run('provider reconcile', asked);
      const rows = 'rows' in content ? content.rows : [];
      return { alike: notes[0]?.split(';')[0], rows: rows.map((one) => [one.finding, one.payin]) };
    };
    expect(await found()).toEqual({ alike: '0 payments are alike', rows: [] });
    expect(party.requests.filter(({ path }) => path === at.path)).toEqual([]);
    const send = async () => {
      const { body } = await world.call(0, 'POST', '/payout', validPayout({ amount: AMOUNT }));
      world.advance(1000);
      return { id: String(body.id), key: attemptKeyOf(body.id) };
    };
    const [done, unheard, gone] = [await send(), await send(), await send()];
    for (const { key } of [done, gone]) {
      // That it was taken in is known by a first look.
      await world.notify(0, party, told.tell(key));
      told.happen(key);
      await world.notify(0, party, told.tell(key));
    }
    told.happen(unheard.key);
    const before = await world.read('SELECT * FROM payouts ORDER BY id');
    expect(await found()).toEqual({
      alike: '2 payments are alike',
      rows: [['payout_other_state', unheard.id]],
    });
    const other = { endToEndId: 'E'.repeat(32), status: 'REALIZADO', valor: '1.00' };
    const list = [
      { ...other, idEnvio: done.key },
      { ...other, idEnvio: 'f'.repeat(32) },
      { ...other, idEnvio: 'somebody' },
    ];
    for (const pix of [[], list]) {
      party.faults.next(at, { kind: 'answer', answer: jsonAnswer(pixPage(pix)) });
    }
    expect(await found()).toEqual({
      alike: '0 payments are alike',
      rows: expect.arrayContaining([
        ['payout_other_amount', done.id],
        ['payout_only_there', null],
        ['payout_not_listed', gone.id],
      ]),
    });
    const cut = jsonAnswer(pixPage([], { total: 1 }));
    party.faults.next(at, { kind: 'answer', answer: cut });
    await expect(found()).rejects.toMatchObject({ code: 'PROVIDER_ERROR' });
    expect(await world.read('SELECT * FROM payouts ORDER BY id')).toEqual(before);
    expect(party.takeViolations()).toEqual([]);
  });

  it('says who did not answer, and refuses what is no period or has no credentials', async () => {
    const { party, reconcile } = await openShop('inter');
    const at = { path: LISTS.inter };
    party.faults.next(at, { kind: 'html_error', status: 503, isCommitted: false });
    const said = expect.stringMatching(/^Nothing was compared: 127\.0\.0\.1:\d+ answers with 503/);
    await expect(reconcile()).rejects.toMatchObject({ code: 'PROVIDER_ERROR', message: said });
    for (const until of ['2026-11-22', '2026-12-24']) {
      const params = { first: '2026-11-23', last: '2026-12-23' };
      const details = [{ path: 'until', rule: 'day_between', params }];
      await expect(reconcile({ until })).rejects.toMatchObject({ details });
    }
    await expect(reconcile({ provider: 'efi' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it.each(['cielo', 'pagbank'])('says by its documents why %s lists nothing', async (provider) => {
    const routes = [{ method: 'CREDIT_CARD', provider } as const];
    const world = await openMoneyWorld(routes, { database: embeddedTestDatabase });
    onTestFinished(() => world.stop());
    const asked = { company: COMPANY, provider, ...DAYS };
    await expect(world.operator.run('provider reconcile', asked)).rejects.toMatchObject({
      message: expect.stringMatching(/lists no payments: .*\.com\.br, "/),
      details: [{ path: 'provider', rule: 'not_supported' }],
    });
  });
});
