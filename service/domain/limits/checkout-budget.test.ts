import { beforeEach, describe, expect, it } from 'vitest';
import { rateLimitBucket } from '../../http/client-ip.ts';
import { createMemoryRateLimiter } from '../../store/tables/limits/memory-rate-limit.ts';
import { createSharedRateLimiter } from '../../store/tables/limits/shared-rate-limit.ts';
import { opened } from '../../testing/opened.ts';
import { testDatabases } from '../../testing/test-db.ts';
import {
  newReference,
  payinWithCard,
  send,
  startTestService,
  VALID_CARD,
} from '../../testing/test-service.ts';
import { createCardTestingWatch } from './card-testing.ts';
import type { Budgeted, CheckoutBudgetServices } from './checkout-budget.ts';
import { takeFromBudget } from './checkout-budget.ts';

const START = Date.UTC(2030, 0, 1);

/** Budgets under a clock of their own; `take` says whether one more was given. */
function budgets(change: Partial<CheckoutBudgetServices> = {}) {
  const clock = { seconds: 0 };
  const services: CheckoutBudgetServices = {
    rateLimiter: createMemoryRateLimiter(),
    checkoutLimits: { perKey: 600, perAddress: 20 },
    cardTesting: createCardTestingWatch(40),
    now: () => new Date(START + clock.seconds * 1000),
    ...change,
  };
  const take = async (
    address: string | null,
    { key = 'pk_live_shop', kind = 'card_tokens' }: { key?: string; kind?: Budgeted } = {},
  ) => {
    const from = { companyId: 'shop', publicKey: key, address };
    return takeFromBudget(kind, from, services).then(
      () => true,
      (error: { code?: string; retryAfterSeconds?: number }) => {
        // Not by `expect`, which a hundred thousand calls would wait for.
        if (error.code !== 'RATE_LIMITED' || !error.retryAfterSeconds) throw error;
        return false;
      },
    );
  };
  const takeMany = async (count: number, address: (nth: number) => string | null, key?: string) => {
    let given = 0;
    for (let nth = 0; nth < count; nth += 1) {
      if (await take(address(nth), key === undefined ? {} : { key })) given += 1;
    }
    return given;
  };
  return { clock, services, take, takeMany };
}

describe('a budget for what a public key opens', () => {
  it('gives one address twenty a minute, and every other its own', async () => {
    const { clock, takeMany } = budgets();
    expect(await takeMany(30, () => '203.0.113.1')).toBe(20);
    expect(await takeMany(30, () => '203.0.113.2')).toBe(20);
    clock.seconds = 60;
    expect(await takeMany(30, () => '203.0.113.1')).toBe(20);
  });

  it('gives a key six hundred a minute from all addresses, and another key its own', async () => {
    const { takeMany } = budgets();
    expect(await takeMany(700, (nth) => `address ${nth}`)).toBe(600);
    expect(await takeMany(5, (nth) => `address ${nth}`, 'pk_live_other')).toBe(5);
  });

  it('does not count against the key what an address was refused', async () => {
    const { takeMany } = budgets();
    await takeMany(1_000, () => '203.0.113.1');
    expect(await takeMany(700, (nth) => `address ${nth}`)).toBe(580);
  });

  it('counts tokens, sessions of antifraud and of 3-D Secure each for itself', async () => {
    const { take, takeMany } = budgets();
    await takeMany(30, () => '203.0.113.1');
    expect(await take('203.0.113.1')).toBe(false);
    expect(await take('203.0.113.1', { kind: 'antifraud_sessions' })).toBe(true);
    expect(await take('203.0.113.1', { kind: 'three_d_secure_sessions' })).toBe(true);
  });

  it('knows no address of a merchant that calls for all of its buyers', async () => {
    const { takeMany } = budgets();
    expect(await takeMany(700, () => null)).toBe(600);
  });

  it('takes a pool of IPv6 addresses for one', async () => {
    const { takeMany } = budgets();
    const pool = (nth: number) => rateLimitBucket(`2001:db8:1:2:${nth.toString(16)}::${nth}`);
    expect(await takeMany(100, pool)).toBe(20);
    expect(await takeMany(1, () => rateLimitBucket('2001:db8:2:2::1'))).toBe(1);
  });

  it('is exact for the key while a hundred thousand addresses pass', async () => {
    const { services, take } = budgets({ checkoutLimits: { perKey: 60, perAddress: 20 } });
    const rule = { name: 'others', limit: 20, windowMs: 60_000 };
    let given = 0;
    for (let nth = 0; nth < 100_000; nth += 1) {
      await services.rateLimiter.take(rule, `address ${nth}`, services.now());
      if (nth % 1_000 === 0 && (await take(`address ${nth}`))) given += 1;
    }
    expect(given).toBe(60);
  });
});

describe('an account on which cards are tried out', () => {
  it('is stopped within fifty tries from fifty addresses', async () => {
    const { services, take } = budgets();
    let tries = 0;
    for (; tries < 500; tries += 1) {
      if (!(await take(`address ${tries % 50}`))) break;
      services.cardTesting.record('shop', 'declined', services.now());
    }
    expect(tries).toBe(40);
  });

  it('still sells a little, to those who did not try before', async () => {
    const { clock, services, takeMany } = budgets();
    for (let nth = 0; nth < 40; nth += 1) {
      services.cardTesting.record('shop', 'declined', services.now());
    }
    expect(await takeMany(5, () => '203.0.113.1')).toBe(2);
    expect(await takeMany(50, (nth) => `address ${nth}`)).toBe(28);
    clock.seconds = 600;
    expect(await takeMany(50, (nth) => `address ${nth}`)).toBe(50);
  });
});

describe.each(testDatabases())('a budget that processes share on $engine', (database) => {
  const db = opened(database.openMigrated);

  it('is one budget', async () => {
    const processes = [0, 1].map(() => budgets({ rateLimiter: createSharedRateLimiter(db) }));
    const address = newReference();
    const given = await Promise.all(processes.map(({ takeMany }) => takeMany(15, () => address)));
    expect((given[0] ?? 0) + (given[1] ?? 0)).toBe(20);
  });
});

describe('the calls under /checkout', () => {
  let now = new Date();
  const service = opened(() =>
    startTestService({
      now: () => now,
      settings: {
        trustedProxyHops: 1,
        checkoutLimits: { perKey: 40, perAddress: 3 },
        declinesBeforeSlowdown: 5,
      },
    }),
  );
  // No test finds what another one used up.
  beforeEach(() => {
    now = new Date(now.getTime() + 3_600_000);
    service.logged.length = 0;
  });

  const open = (path: string, account: string, from: string, body: unknown) =>
    send(`${service.baseUrl}/checkout/${path}`, {
      headers: {
        'x-public-key': `pk_test_${account}`,
        'x-forwarded-for': from,
        origin: 'https://x.test',
      },
      body,
    });
  const TOKEN = { amount: 100, installments: 1, referenceId: 'order', card: VALID_CARD };
  const openToken = (account: string, from: string) => open('tokens', account, from, TOKEN);

  it.each([
    ['tokens', TOKEN],
    ['antifraud-sessions', {}],
    ['three-d-secure-sessions', {}],
  ])('answer 429 with the wait once the budget of %s is used up', async (path, body) => {
    const from = `198.51.100.${path.length}`;
    for (let nth = 0; nth < 3; nth += 1) {
      expect((await open(path, 'preorder', from, body)).status).not.toBe(429);
    }
    const answer = await open(path, 'preorder', from, body);
    expect([answer.status, answer.body.error.code]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(answer.headers.get('access-control-expose-headers')).toContain('Retry-After');
    expect((await open(path, 'preorder', '198.51.100.250', body)).status).not.toBe(429);
    expect((await open(path, 'postorder', from, body)).status).not.toBe(429);
  });

  it('believe no forwarded address beyond the trusted hops', async () => {
    for (let nth = 0; nth < 3; nth += 1) await openToken('manual', `10.0.0.${nth}, 198.51.100.7`);
    expect((await openToken('manual', '10.0.0.9, 198.51.100.7')).status).toBe(429);
  });

  it('count nothing for a key that nobody has', async () => {
    for (let nth = 0; nth < 5; nth += 1) {
      expect((await openToken('nobody', '198.51.100.8')).status).toBe(401);
    }
  });

  it('are slowed down for an account whose cards are declined, and for no other', async () => {
    for (let nth = 0; nth < 5; nth += 1) {
      const body = payinWithCard({ number: '4000000000000002' });
      await service.post('cardonfile', '/payin', body);
    }
    expect((await openToken('cardonfile', '198.51.100.9')).status).toBe(201);
    expect((await openToken('cardonfile', '198.51.100.9')).status).toBe(429);
    const alerts = service.logged.filter((line) => line.includes('declined than accepted'));
    expect(alerts.map((line) => JSON.parse(line).companyId)).toEqual(['cardonfile', 'cardonfile']);
    for (let nth = 0; nth < 3; nth += 1) {
      expect((await openToken('no3ds', '198.51.100.9')).status).toBe(201);
    }
  });
});
