import type { Acquirer } from '../../simulators/cielo/acquirer.ts';

/** Where a service finds Cielo or Braspag as they are played. */
export function acquirerHosts({ api, query, device, mpi, bank }: Acquirer) {
  return { api, query, device, mpi, bank };
}

/** What a merchant was given for one product, as the options of the command are called. */
export function withPrefix(
  prefix: string,
  given: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [prefix + name, value]));
}
