import { writeBoletoBarcode } from '../base/formats/boleto-line.ts';
import { writeBrCode } from '../base/formats/br-code.ts';
import type { Acquirer, PaymentIssuer } from '../providers/acquirer.ts';
import type { PayoutAcquirer } from '../providers/payout-acquirer.ts';
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

/** Takes nothing in, and knows of nothing. */
export const ACQUIRER: Acquirer = {
  settlesWithinMs: 0,
  charge: async () => ({ kind: 'unavailable' }),
  findCharge: async () => ({ kind: 'not_found' }),
  storeCard: async () => ({ kind: 'unavailable' }),
};
export const PAYOUT_ACQUIRER: PayoutAcquirer = {
  check: async () => ({ kind: 'unavailable' }),
  send: async () => ({ kind: 'unavailable' }),
  find: async () => ({ kind: 'not_found' }),
};

/** Issues whatever it is asked for; nobody has paid it. */
export const ISSUER: PaymentIssuer = {
  async issuePix({ amount }) {
    const code = { key: 'pix@bcb.gov.br', txid: 'A1', merchantName: 'Loja', merchantCity: 'Rio' };
    return { kind: 'issued', externalId: 'acq', copyAndPaste: writeBrCode({ ...code, amount }) };
  },
  async issueBoleto({ amount, dueOn }) {
    const barcode = { bankCode: '999', dueOn, amount, freeField: '1'.repeat(25) };
    return { kind: 'issued', externalId: 'acq', barcode: writeBoletoBarcode(barcode) };
  },
  openConsent: async () => ({
    ...{ kind: 'issued', externalId: 'acq', redirectUrl: 'https://bank.example/' },
  }),
  findPayment: async () => ({ kind: 'open' }),
};
