import { randomBytes } from 'node:crypto';
import { startAcquirer } from '../../simulators/cielo/acquirer.ts';
import { startEfi } from '../../simulators/efi/efi.ts';
import { startMercadoPago } from '../../simulators/mercado-pago/mercado-pago.ts';
import { startPagBank } from '../../simulators/pagbank/pagbank.ts';
import type { PixBank } from '../../simulators/pix-bank/pix-bank.ts';
import { startPixBank } from '../../simulators/pix-bank/pix-bank.ts';
import type { Clock } from '../../simulators/server/harness.ts';
import { createHarness, createMachineClock } from '../../simulators/server/harness.ts';
import type { BreakableLine } from './breakable-line.ts';
import { openLine } from './breakable-line.ts';

export type Parties = Awaited<ReturnType<typeof openParties>>;

/** The banks that have PIX and nothing else of ours. */
export const PLAIN_BANKS = ['sicoob', 'sicredi', 'bb', 'inter', 'santander'] as const;
export type PlainBank = (typeof PLAIN_BANKS)[number];

/** Where the service is told to find a party, and whose certificates that one has. */
export type Whereabouts = { hosts: Readonly<Record<string, string>>; trustedPem: string };

/** Starts every party on this machine, at one authority, by the clock of this machine. */
export async function openParties(clock: Clock = createMachineClock()) {
  const harness = createHarness(clock, randomBytes(16).toString('hex'));
  const { authority, random } = harness;
  // They send their notices to origins of that authority as well.
  const around = { ...harness, trusted: [authority.certificatePem] };
  const noticeHeader = { name: 'x-notices-of', value: random.hex(32) };
  const noticeHeaders = { [noticeHeader.name]: noticeHeader.value };
  const efi = await startEfi(around);
  const banks = {
    sicoob: await startPixBank({ ...around, profile: 'sicoob' }),
    sicredi: await startPixBank({ ...around, profile: 'sicredi' }),
    bb: await startPixBank({ ...around, profile: 'bb' }),
    inter: await startPixBank({ ...around, profile: 'inter' }),
    santander: await startPixBank({ ...around, profile: 'santander' }),
  } satisfies Record<PlainBank, PixBank>;
  const acquiring = { ...around, noticeHeaders, blocksRepeatedOrders: true };
  const cielo = await startAcquirer({ ...acquiring, profile: 'cielo' });
  const braspag = await startAcquirer({ ...acquiring, profile: 'braspag' });
  const mercadopago = await startMercadoPago(around);
  const pagbank = await startPagBank({ ...around, environment: 'PROD' });
  const lines = { api: await openLine(braspag.api), query: await openLine(braspag.query) };
  const all = { efi, ...banks, cielo, braspag, mercadopago, pagbank };

  return {
    authority,
    efi,
    banks,
    cielo,
    braspag,
    braspagLines: Object.values(lines) satisfies BreakableLine[],
    mercadopago,
    pagbank,
    noticeHeader,
    whereabouts: whereaboutsOf(
      { efi, banks, cielo, braspag, lines, mercadopago, pagbank },
      authority,
    ),
    /** What callers did that the parties' documents do not allow; forgotten by being asked for. */
    takeViolations: () =>
      Object.entries(all).flatMap(([name, party]) =>
        party.takeViolations().map((violation) => `${name}: ${violation}`),
      ),
    async stop() {
      await Promise.all(Object.values(lines).map((line) => line.cut()));
      await Promise.all(Object.values(all).map((party) => party.stop()));
    },
  };
}

type Addressed = {
  efi: Awaited<ReturnType<typeof startEfi>>;
  banks: Record<PlainBank, PixBank>;
  cielo: Record<'api' | 'query' | 'mpi' | 'bank', string>;
  braspag: { mpi: string; bank: string };
  lines: { api: BreakableLine; query: BreakableLine };
  mercadopago: { api: string };
  pagbank: { api: string; sdk: string; assets: string; bank: string };
};

function whereaboutsOf(
  { efi, banks, cielo, braspag, lines, mercadopago, pagbank }: Addressed,
  { certificatePem: trustedPem }: { certificatePem: string },
): Record<string, Whereabouts> {
  const hostsOf = (bank: PixBank) => ({ api: bank.api, token: new URL(bank.tokenUrl).origin });
  const { charges = '', openFinance = '' } = efi.origins;
  const hosts: Record<string, Record<string, string>> = {
    efi: { ...hostsOf(efi), charges, openFinance },
    ...Object.fromEntries(Object.entries(banks).map(([name, bank]) => [name, hostsOf(bank)])),
    cielo: { api: cielo.api, query: cielo.query, mpi: cielo.mpi, bank: cielo.bank },
    braspag: {
      ...{ api: lines.api.url, query: lines.query.url },
      ...{ mpi: braspag.mpi, bank: braspag.bank },
    },
    mercadopago: { api: mercadopago.api },
    pagbank: { api: pagbank.api, sdk: pagbank.sdk, assets: pagbank.assets, bank: pagbank.bank },
  };
  return Object.fromEntries(
    Object.entries(hosts).map(([name, one]) => [name, { hosts: one, trustedPem }]),
  );
}
