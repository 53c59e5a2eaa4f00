import { describe, expect, it } from 'vitest';
import { isEveryday } from '../../../scripts/checks/test-tags.ts';
import type { PaymentStep } from '../../providers/definition.ts';
import { PROVIDER_DEFINITIONS } from '../../providers/registry.ts';
import { disagreementsOf } from '../../testing/money-agrees.ts';
import type { MoneyRoute } from '../../testing/money-world.ts';
import { openMoneyWorld } from '../../testing/money-world.ts';
import type { Step } from '../../testing/random-money.ts';
import { liveAtRandom } from '../../testing/random-money.ts';
import type { TestDatabase } from '../../testing/test-db.ts';
import { testDatabases } from '../../testing/test-db.ts';

/*
 * Whatever happens to orders by chance, the ledger has what the parties' own books have, to the
 * centavo. CONTRIBUTING says how to try more of it, and a failure again.
 */
const { RANDOM_SEED = 1, RANDOM_RUNS = 1, RANDOM_ORDERS, RANDOM_PROVIDERS } = process.env;
const runs = Array.from({ length: Number(RANDOM_RUNS) }, (_, nth) => Number(RANDOM_SEED) + nth);
/** A busy machine may take long over many orders; each wait within has an end of its own. */
const LONG = { timeout: 600_000 };
const orders = Number(RANDOM_ORDERS ?? (isEveryday ? 4 : 12));
const providers = RANDOM_PROVIDERS?.split(',') ?? null;

/** By a profile they differ in nothing that this goes through. */
const BY_PROFILE = ['braspag', 'sicoob', 'sicredi', 'bb', 'santander'];

const EACH = PROVIDER_DEFINITIONS.map(({ name, methods, steps }) => ({
  name,
  steps,
  tags: BY_PROFILE.includes(name) ? ['rare'] : [],
  routes: methods
    .filter((method) => method !== 'PAYOUT')
    .map((method) => ({ method, provider: name })),
})).filter(({ name }) => providers === null || providers.includes(name));

const SHOP: readonly MoneyRoute[] = [
  { method: 'CREDIT_CARD', provider: 'mercadopago' },
  { method: 'PIX', provider: 'inter' },
  { method: 'BOLETO', provider: 'pagbank' },
  { method: 'OPEN_FINANCE', provider: 'efi' },
];

async function expectAgreement(
  seed: number,
  world: { routes: readonly MoneyRoute[]; database: TestDatabase; processes?: number },
): Promise<void> {
  const { routes, ...about } = world;
  const opened = await openMoneyWorld(routes, about);
  try {
    const deeds = await liveAtRandom(opened, { seed, orders }, () => undefined);
    const disagreements = await disagreementsOf(opened);
    expect(disagreements, `seed ${seed}:\n${deeds.join('\n')}`).toEqual([]);
  } finally {
    await opened.stop();
  }
}

const STEPS: Readonly<Record<Step, PaymentStep>> = {
  ...({ paid: 'paid', cancelled: 'cancelled', refunded: 'refunded' } as const),
  'given back at its pages': 'given_back',
  ...({
    'MED for fraud': 'med',
    'MED for a failure': 'med',
    'MED of a recurring PIX': 'med',
  } as const),
  ...({ contested: 'disputed', won: 'disputed', lost: 'disputed' } as const),
};
/** Until all that is said of a provider was gone through, and no longer. */
const MOST_WORLDS = 30;

describe('what is said of a provider', LONG, () => {
  const [database] = testDatabases();
  const own = EACH.filter(({ name }) => providers !== null || !BY_PROFILE.includes(name));
  const TAGS = { tags: ['rare'] };

  it.each(own)(
    'is gone through at random, and nothing else is: $name',
    TAGS,
    async ({ routes, steps }) => {
      const said = Object.entries(steps).flatMap(([method, all]) =>
        all.map((step) => `${method} ${step}`),
      );
      if (database === undefined) throw new Error('there is no database');
      const reached = new Set<string>();
      for (let seed = 1; seed <= MOST_WORLDS && reached.size < said.length; seed += 1) {
        const world = await openMoneyWorld(routes, { database });
        await liveAtRandom(world, { seed, orders: 14 }, (method, step) => {
          reached.add(`${method} ${STEPS[step]}`);
        });
        await world.stop();
      }
      expect([...reached].sort()).toEqual(said.sort());
    },
  );
});

describe.each(testDatabases())('money at random, on $engine', LONG, (database) => {
  for (const { name, tags, routes } of EACH) {
    it.each(runs)(`agrees with the book of ${name}, by seed %i`, { tags }, (seed) =>
      expectAgreement(seed, { routes, database }),
    );
  }

  it.each(runs)('agrees where each order is paid by any of four methods, by seed %i', (seed) => {
    const processes = database.engine === 'postgres' ? 2 : 1;
    return expectAgreement(seed, { routes: SHOP, database, processes });
  });
});
