import type { Provider } from '../providers/provider.ts';
import type { Providers } from '../providers/providers.ts';

/** A provider that does only what a test gives it. */
export function testProvider(parts: Partial<Provider> = {}): Provider {
  const nothing = { cards: null, payments: null, payouts: null, threeDS: null };
  return { name: 'scripted', isReal: false, deadlineMs: 3000, ...nothing, ...parts };
}

/** That provider for every account, by whatever name it is looked for. */
export function servedBy(...route: [Provider, ...Provider[]]): Providers {
  return {
    route: async () => route,
    isRouted: async () => true,
    find: async (_companyId, name) => route.find((one) => one.name === name) ?? route[0],
  };
}
