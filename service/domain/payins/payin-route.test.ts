import { beforeEach, describe, expect, it } from 'vitest';
import { deferred } from '../../../contract/deferred.cases.ts';
import { errorDetail } from '../../base/shared/error-detail.ts';
import type { Acquirer, ChargeOutcome, KnownCharge } from '../../providers/acquirer.ts';
import type { Provider } from '../../providers/provider.ts';
import type { Providers } from '../../providers/providers.ts';
import { opened } from '../../testing/opened.ts';
import { sql } from '../../testing/sql.ts';
import { testDatabases } from '../../testing/test-db.ts';
import { testProvider } from '../../testing/test-provider.ts';
import { payinByToken, startTestService, validPayin } from '../../testing/test-service.ts';
import { manualTimers } from '../../testing/test-timers.ts';

/** An acquirer that answers what a test puts in, and remembers what it was asked. */
function scripted(name: string, deadlineMs: number) {
  const script = {
    charged: [] as string[],
    answer: async (): Promise<ChargeOutcome> => ({ kind: 'approved', externalId: `${name}-1` }),
    known: { kind: 'not_found' } as KnownCharge,
  };
  const cards: Acquirer = {
    settlesWithinMs: 60_000,
    charge({ reference }) {
      script.charged.push(reference);
      return script.answer();
    },
    findCharge: async () => script.known,
    storeCard: async () => ({ kind: 'stored', cardReference: `${name}-card` }),
  };
  return { script, provider: testProvider({ name, deadlineMs, isReal: true, cards }) };
}

function never() {
  return new Promise<never>(() => undefined);
}

describe.each(testDatabases())('the route of an account on $engine', (database) => {
  const first = scripted('first', 35_000);
  const second = scripted('second', 35_000);
  const { timers, run, round } = manualTimers();
  let time = new Date('2027-03-01T12:00:00Z').getTime();
  let route: readonly Provider[] = [];
  let isRouted = true;
  /** Of the route, but left alone for now. */
  let resting: readonly Provider[] = [];
  const named = (name: string) => [...route, ...resting].find((one) => one.name === name) ?? null;
  const providers: Providers = {
    route: async (_companyId, method) => (method === 'CREDIT_CARD' ? route : []),
    async isRouted(_companyId, method, name) {
      if (!isRouted || method !== 'CREDIT_CARD') return false;
      return name === undefined || named(name) !== null;
    },
    find: async (_companyId, name) => named(name),
  };

  const db = opened(database.openEmpty);
  const service = opened(async () => {
    const provider = { cards: null, payments: null };
    return startTestService({
      db,
      provider,
      switchedOn: providers,
      timers,
      now: () => new Date(time),
    });
  });
  beforeEach(() => {
    route = [first.provider, second.provider];
    isRouted = true;
    resting = [];
    for (const { script } of [first, second]) {
      const { name } = script === first.script ? first.provider : second.provider;
      script.charged = [];
      script.answer = async () => ({ kind: 'approved', externalId: `${name}-1` });
      script.known = { kind: 'not_found' };
    }
  });

  const pay = (body = validPayin()) => service.post('no3ds', '/payin', body);
  const show = (id: string) => service.get('no3ds', `/payin/${id}`);
  const providerOf = async (id: string) => {
    const rows = await sql<{ provider: string }>(db)`SELECT provider FROM payins WHERE id = ${id}`;
    return rows[0]?.provider;
  };
  /** A payin whose acquirer takes long; answered once the caller does not wait any more. */
  const paySlowly = async () => {
    const { promise: outcome, resolve: answer } = deferred<ChargeOutcome>();
    const { promise: isCalled, resolve: called } = deferred();
    first.script.answer = () => {
      called();
      return outcome;
    };
    const paying = pay();
    await isCalled;
    run(8_000);
    return { paid: await paying, answer };
  };

  it('goes to the first, which is written down', async () => {
    const { status, body } = await pay();
    expect([status, body.status, body.externalId]).toEqual([201, 'APPROVED', 'first-1']);
    expect(await providerOf(body.id)).toBe('first');
    expect(second.script.charged).toEqual([]);
  });

  it('goes on to the next where the first has surely taken nothing', async () => {
    first.script.answer = async () => ({ kind: 'unavailable' });
    const { status, body } = await pay();
    expect([status, body.externalId]).toEqual([201, 'second-1']);
    expect(await providerOf(body.id)).toBe('second');
    expect(second.script.charged).toEqual([body.id]);
  });

  it.each<[string, () => Promise<ChargeOutcome>]>([
    ['was cut off', () => Promise.reject(new Error('the line was cut'))],
    ['refused', async () => ({ kind: 'refused', externalId: 'x' })],
    ['broke down for good', async () => ({ kind: 'failed', externalId: 'x' })],
  ])('does not go on where the first %s', async (_how, answer) => {
    first.script.answer = answer;
    const { body } = await pay();
    expect(await providerOf(body.id)).toBe('first');
    expect(second.script.charged).toEqual([]);
  });

  it('gives everything back where nobody takes it', async () => {
    for (const { script } of [first, second]) {
      script.answer = async () => ({ kind: 'unavailable' });
    }
    const body = validPayin();
    const answer = await pay(body);
    expect([answer.status, answer.body.error.code]).toEqual([502, 'PROVIDER_ERROR']);
    first.script.answer = async () => ({ kind: 'approved', externalId: 'first-2' });
    expect((await pay(body)).body.externalId).toBe('first-2');
  });

  describe('where the first does not take what the order holds', () => {
    const refused = { kind: 'invalid_data', field: 'customer.email', said: ['4050'] } as const;

    it('names the field, asks nobody else, and takes the same order once it is right', async () => {
      first.script.answer = async () => refused;
      const order = validPayin();
      const { status, body } = await pay(order);
      expect([status, body.error.code]).toEqual([400, 'INVALID_DATA']);
      expect(body.error.details).toEqual([errorDetail('customer.email', 'not_accepted')]);
      expect(second.script.charged).toEqual([]);
      const [payinId = ''] = first.script.charged;
      expect((await show(payinId)).status).toBe(404);
      const logged = service.logged.filter((line) => line.includes(payinId)).join('');
      expect(logged).toContain('"provider":"first","field":"customer.email","said":["4050"]');
      expect(logged).not.toContain(order.customer.email);
      first.script.answer = async () => ({ kind: 'approved', externalId: 'first-3' });
      const customer = { ...order.customer, email: 'ana.maria@example.com' };
      expect((await pay({ ...order, customer })).body.externalId).toBe('first-3');
    });

    it('makes a payin REFUSED that was answered before', async () => {
      const { paid, answer } = await paySlowly();
      answer(refused);
      await expect
        .poll(async () => (await show(paid.body.id)).body)
        .toMatchObject({ status: 'REFUSED', declineReason: 'not_allowed' });
      expect(second.script.charged).toEqual([]);
    });
  });

  it('keeps a caller eight seconds, and writes what comes after that', async () => {
    const { paid, answer } = await paySlowly();
    expect([paid.status, paid.body.status]).toEqual([201, 'PENDING']);
    answer({ kind: 'approved', externalId: 'late-1' });
    await expect
      .poll(async () => (await show(paid.body.id)).body)
      .toMatchObject({ status: 'APPROVED', externalId: 'late-1' });
    expect(first.script.charged).toEqual([paid.body.id]);
    expect(second.script.charged).toEqual([]);
  });

  describe('with a card that the first keeps in its vault', () => {
    const tokenize = async () => {
      const order = payinByToken(await service.tokenize('cardonfile'));
      return () => service.post('cardonfile', '/payin', order);
    };

    it('goes there alone, also where the first has surely taken nothing', async () => {
      first.script.answer = async () => ({ kind: 'unavailable' });
      const { status, body } = await (await tokenize())();
      expect([status, body.error.code]).toEqual([502, 'PROVIDER_ERROR']);
      expect(second.script.charged).toEqual([]);
    });

    it('is kept by who can charge it, where the first must hear who sells and does not', async () => {
      const { cards } = first.provider;
      const from = '2027-01-31';
      route = [{ ...first.provider, cards: cards && { ...cards, subMerchants: { from } } }];
      route = [...route, second.provider];
      const { status, body } = await (await tokenize())();
      expect([status, body.externalId]).toEqual([201, 'second-1']);
    });

    it('refuses the card for good once another acquirer serves the account', async () => {
      const payByToken = await tokenize();
      route = [second.provider];
      const { status, body } = await payByToken();
      expect([status, body.error.code]).toEqual([400, 'INVALID_DATA']);
      expect(body.error.details).toEqual([errorDetail('card.token', 'no_provider')]);
      expect(second.script.charged).toEqual([]);
    });

    it('asks to try again while the first rests, and takes the card once it does not', async () => {
      const payByToken = await tokenize();
      route = [second.provider];
      resting = [first.provider];
      const { status, body } = await payByToken();
      expect([status, body.error.code]).toEqual([502, 'PROVIDER_ERROR']);
      route = [first.provider, second.provider];
      const again = await payByToken();
      expect([again.status, again.body.externalId]).toEqual([201, 'first-1']);
      expect(second.script.charged).toEqual([]);
    });
  });

  it('makes a payin that was answered REFUSED where the late answer is a decline', async () => {
    const { paid, answer } = await paySlowly();
    answer({ kind: 'declined', code: 'PAYER_LIMIT_REJECTED', decidedBy: 'issuer' });
    await expect.poll(async () => (await show(paid.body.id)).body.status).toBe('REFUSED');
  });

  it('is not enabled where it names nobody', async () => {
    route = [];
    isRouted = false;
    const { status, body } = await pay();
    expect([status, body.error.code]).toEqual([403, 'METHOD_NOT_ENABLED']);
  });

  it('asks to try again where nobody on it can be asked now, and leaves the checkout', async () => {
    route = [];
    const { status, body } = await pay();
    expect([status, body.error.code]).toEqual([502, 'PROVIDER_ERROR']);
    const { body: account } = await service.get('no3ds', '/whoami');
    expect(account.paymentMethods).toEqual([]);
    route = [first.provider];
    const { body: again } = await service.get('no3ds', '/whoami');
    expect(again.paymentMethods).toEqual(['credit_card']);
  });

  it('answers a repeat of an order whatever the route says by then', async () => {
    const order = validPayin();
    const { body } = await pay(order);
    route = [];
    isRouted = false;
    expect((await pay(order)).body).toEqual(body);
  });

  it('leaves a payin undecided while the credentials it went by are gone', async () => {
    first.script.answer = never;
    const paying = pay();
    await expect.poll(() => first.script.charged.length).toBe(1);
    run(8_000);
    const { body } = await paying;
    run(35_000);
    const pollLater = async () => {
      time += 60 * 60_000;
      await round(15_000);
      return (await show(body.id)).body.status;
    };
    route = [second.provider];
    second.script.known = { kind: 'approved', externalId: 'foreign' };
    expect(await pollLater()).toBe('PENDING');
    first.script.known = { kind: 'approved', externalId: 'first-9' };
    route = [first.provider];
    expect(await pollLater()).toBe('APPROVED');
  });
});
