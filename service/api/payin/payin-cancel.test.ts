import { beforeEach, describe, expect, it } from 'vitest';
import type { KnownPayment, PaymentIssuer } from '../../providers/acquirer.ts';
import { opened } from '../../testing/opened.ts';
import { testDatabases } from '../../testing/test-db.ts';
import { listEvents } from '../../testing/test-killed-service.ts';
import { ACQUIRER, ISSUER, testProvider } from '../../testing/test-provider.ts';
import type { TestService } from '../../testing/test-service.ts';
import { payinWithCard, startTestService, validPayin } from '../../testing/test-service.ts';

const WEBHOOK = 'http://127.0.0.1:65000/hook';
const UNKNOWN = 'pay_no3ds_3q2-7wAAAAAAAAAAAAAAAA';

/** The calls of a test to one service. */
function callsTo(service: () => TestService) {
  const post = (path: string, account: string, body?: unknown) =>
    service().post(account, path, body);
  return {
    post,
    make: (change: Record<string, unknown>, account = 'no3ds') =>
      post('/payin', account, validPayin({ webhookUrl: WEBHOOK, ...change })),
    cancel: (id: string, account = 'no3ds') => post(`/payin/${id}/cancel`, account),
    show: async (id: string, account = 'no3ds') =>
      (await service().get(account, `/payin/${id}`)).body,
  };
}

describe.each(testDatabases())('a payin that its merchant cancels, on $engine', (database) => {
  const service = opened(() => startTestService({ database }));
  const { post, make, cancel, show } = callsTo(() => service);

  it.each([
    ['a PIX', 'no3ds', { paymentMethod: 'PIX' }],
    ['a boleto', 'no3ds', { paymentMethod: 'BOLETO' }],
    ['a consent', 'no3ds', { paymentMethod: 'OPEN_FINANCE', bankId: 'ipe' }],
    ['a challenge', 'postorder', { card: payinWithCard({ number: '4000000000002503' }).card }],
  ])('ends %s, once, and frees its reference', async (_name, account, change) => {
    const order = validPayin(change);
    const { id } = (await make(order, account)).body;
    const [first, again] = [await cancel(id, account), await cancel(id, account)];
    expect([first.status, first.body.status]).toEqual([200, 'CANCELED']);
    expect([again.status, again.body]).toEqual([200, await show(id, account)]);
    expect(await listEvents(service.baseUrl, { id, account })).toEqual(['payin.canceled']);
    const next = await make(order, account);
    expect([next.status, next.body.id === id]).toEqual([201, false]);
  });

  it.each([
    ['APPROVED', ['pay']],
    ['REFUNDED', ['pay', 'refund']],
    ['MED', ['pay', 'med']],
    ['EXPIRED', ['expire']],
  ])('is refused where it is %s, with the payin', async (status, controls) => {
    const { id, amount } = (await make({ paymentMethod: 'PIX' })).body;
    for (const control of controls) await post(`/sandbox/payins/${id}/${control}`, 'no3ds');
    const refused = await cancel(id);
    const payin = { id, status, paymentMethod: 'PIX', amount };
    expect([refused.status, refused.body.error]).toMatchObject([
      409,
      { code: 'ILLEGAL_TRANSITION', details: [], payin },
    ]);
    expect((await show(id)).status).toBe(status);
  });

  it('is refused where a card was refused', async () => {
    const { card } = payinWithCard({ holderName: 'OTHE' });
    const { error } = (await cancel((await make({ card })).body.id)).body;
    expect([error.code, error.payin.status]).toEqual(['ILLEGAL_TRANSITION', 'REFUSED']);
  });

  it('is nothing where it is foreign or unknown', async () => {
    const { id } = (await make({ paymentMethod: 'PIX' })).body;
    const answers = [await cancel(id, 'cardonfile'), await cancel(UNKNOWN), await cancel('x')];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect((await show(id)).status).toBe('PENDING');
  });

  it('ends once, however many ask at once, and however many pay', async () => {
    const { id } = (await make({ paymentMethod: 'PIX' })).body;
    const ask = (at: number) => (at % 2 ? cancel(id) : post(`/sandbox/payins/${id}/pay`, 'no3ds'));
    await Promise.all(Array.from({ length: 8 }, (_, at) => ask(at)));
    const { status } = await show(id);
    expect(['APPROVED', 'CANCELED']).toContain(status);
    const events = await listEvents(service.baseUrl, { id, account: 'no3ds' });
    expect(events).toEqual([`payin.${status.toLowerCase()}`]);
  });
});

type Known = KnownPayment | 'silent';
const OPEN: KnownPayment = { kind: 'open' };
const TAKEN_BACK: KnownPayment = { kind: 'refused' };
const PAID: KnownPayment = { kind: 'paid', amount: 10_000 };

describe('what is cancelled is asked for at its provider', () => {
  const played: { found: Known; after: Known } = { found: OPEN, after: OPEN };
  const tell = async (known: Known) => {
    if (typeof known === 'string') throw new Error('no answer');
    return known;
  };
  const payments: PaymentIssuer = {
    ...ISSUER,
    findPayment: () => tell(played.found),
    cancelPayment: () => tell(played.after),
  };
  const charge = () => Promise.reject(new Error('no answer'));
  const provider = testProvider({ payments, cards: { ...ACQUIRER, charge } });
  const service = opened(() => startTestService({ provider }));
  beforeEach(() => {
    Object.assign(played, { found: OPEN, after: OPEN });
  });
  const { make, cancel, show } = callsTo(() => service);

  it.each([
    ['taken back', OPEN, TAKEN_BACK, 200, null, 'CANCELED'],
    ['not known there', { kind: 'not_found' }, OPEN, 200, null, 'CANCELED'],
    ['still open', OPEN, OPEN, 409, 'IN_PROGRESS', 'PENDING'],
    ['not answered for', 'silent', OPEN, 409, 'IN_PROGRESS', 'PENDING'],
    ['not answered for when taken back', OPEN, 'silent', 409, 'IN_PROGRESS', 'PENDING'],
    ['paid before', PAID, OPEN, 409, 'ILLEGAL_TRANSITION', 'APPROVED'],
    ['paid meanwhile', OPEN, PAID, 409, 'ILLEGAL_TRANSITION', 'APPROVED'],
    ['paid with less', { kind: 'paid', amount: 1 }, OPEN, 200, null, 'FAILED'],
    ['refused there', TAKEN_BACK, OPEN, 409, 'ILLEGAL_TRANSITION', 'REFUSED'],
  ] as const)('a PIX %s', async (_name, found, after, status, code, becomes) => {
    const { id } = (await make({ paymentMethod: 'PIX' })).body;
    Object.assign(played, { found, after });
    const answer = await cancel(id);
    expect([answer.status, answer.body.error?.code ?? null]).toEqual([status, code]);
    expect((answer.body.error?.payin ?? answer.body).status).toBe(becomes);
    expect(answer.headers.has('retry-after')).toBe(code === 'IN_PROGRESS');
    expect((await show(id)).status).toBe(becomes);
  });

  it('a card whose charge is in doubt is left as it is', async () => {
    const order = validPayin();
    const { body } = await make(order);
    expect(await make(order)).toMatchObject({ status: 201, body });
    const byPix = { ...order, card: undefined, paymentMethod: 'PIX' };
    const answers = [await cancel(body.id), await make({ ...order, amount: 9_500 })];
    const { id, status, paymentMethod, amount } = body;
    for (const { body, headers } of [...answers, await make({ ...byPix, amount: 9_500 })]) {
      expect([body.error.code, headers.has('retry-after')]).toEqual(['IN_PROGRESS', true]);
      expect(body.error.payin).toEqual({ id, status, paymentMethod, amount });
    }
    expect(await show(id)).toMatchObject({ status: 'PENDING', paymentMethod: 'CREDIT_CARD' });
  });
});
