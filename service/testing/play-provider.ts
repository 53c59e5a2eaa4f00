import { pixSettings } from '../../scripts/rehearse/credentials.ts';
import { startAcquirer } from '../../simulators/cielo/acquirer.ts';
import { writePayments } from '../../simulators/cielo/statement.ts';
import { startEfi } from '../../simulators/efi/efi.ts';
import { startMercadoPago } from '../../simulators/mercado-pago/mercado-pago.ts';
import { writeReleases } from '../../simulators/mercado-pago/statement.ts';
import { startPagBank } from '../../simulators/pagbank/pagbank.ts';
import { writeMovements } from '../../simulators/pagbank/statement.ts';
import type { PixBank } from '../../simulators/pix-bank/pix-bank.ts';
import { startPixBank } from '../../simulators/pix-bank/pix-bank.ts';
import type { RecordedRequest } from '../../simulators/server/exchange.ts';
import type { Faults, FaultTarget } from '../../simulators/server/faults.ts';
import type { Harness } from '../../simulators/server/harness.ts';
import type { Contract, Period } from '../../simulators/server/payment-calendar.ts';
import { attemptKeyOf } from '../providers/attempt-key.ts';
import type { PixProfileName } from '../providers/pix-bacen/profiles.ts';
import { PROVIDER_DEFINITIONS } from '../providers/registry.ts';
import type { PartyBook } from './party-books.ts';
import {
  bookOfAcquirer,
  bookOfEfi,
  bookOfMercadoPago,
  bookOfPagBank,
  bookOfPixBank,
} from './party-books.ts';
import type { ToldByMethod } from './told-notices.ts';
import {
  toldByAcquirer,
  toldByEfi,
  toldByMercadoPago,
  toldByPagBank,
  toldByPixBank,
} from './told-notices.ts';

/** What a provider is asked to do with money, and by which payment method. */
export type Verb =
  | 'charge'
  | 'void'
  | 'refund of a charge'
  | 'PIX'
  | 'refund of a PIX'
  | 'boleto'
  | 'consent'
  | 'payout';

/** A verb as its party has it. */
export type PlayedVerb = {
  /** The request that it is done by. */
  at: FaultTarget;
  /** How often the party has done it. */
  done: () => number;
};

/** A party as it is played, for whichever provider is behind it. */
export type PlayedParty = {
  hosts: Readonly<Record<string, string>>;
  authorityPem: string;
  faults: Faults;
  /** What an operator types; each time with a new certificate, where the party asks for one. */
  settings: () => Record<string, string>;
  /** Ends the certificates that were given out; null where the party asks for none. */
  endCertificates: (() => void) | null;
  verbs: Readonly<Partial<Record<Verb, PlayedVerb>>>;
  /** Somebody pays the PIX of that reference. */
  pay: (reference: string) => void;
  /** What it tells by itself. */
  told: ToldByMethod;
  /** What it has of each order, and how money of one leaves it again. */
  book: PartyBook;
  /** What it writes of its book for a merchant of that contract; absent where that is not played. */
  statement?: (contract: Contract, period: Period) => string;
  /** All that came to it, on any of its hosts. */
  requests: readonly RecordedRequest[];
  takeViolations: () => readonly string[];
  stop: () => Promise<void>;
};

export const PLAYED_AMOUNT = 3700;
/** Less than half, so that a second one would be possible. */
export const REFUNDED_AMOUNT = 1000;
/** What the support of an acquirer was asked to put on notices. */
const NOTICE_HEADER = { name: 'x-notices-of', value: 'a-secret-of-the-header-of-notices' };

async function playCielo(harness: Harness, profile: 'cielo' | 'braspag'): Promise<PlayedParty> {
  const party = await startAcquirer({ ...harness, profile });
  const { prefix } = party.profile;
  const { merchantId, merchantKey } = party.credentials;
  const sales = () => [...party.sales.values()];
  const voided = () => sales().reduce((sum, { voidedAmount }) => sum + voidedAmount, 0);
  const back = { at: { method: 'PUT', path: `${prefix}/sales/:id/void` } };
  return {
    ...party,
    hosts: { api: party.api, query: party.query, device: party.device },
    settings: () => ({
      ...{ 'merchant-id': merchantId, 'merchant-key': merchantKey },
      ...(profile === 'braspag' ? { 'payment-provider': 'Simulado' } : {}),
      'notice-header': `${NOTICE_HEADER.name}:${NOTICE_HEADER.value}`,
    }),
    endCertificates: null,
    verbs: {
      charge: {
        at: { method: 'POST', path: `${prefix}/sales/` },
        done: () => sales().filter(({ capturedAmount }) => capturedAmount > 0).length,
      },
      void: { ...back, done: () => voided() / PLAYED_AMOUNT },
      'refund of a charge': { ...back, done: () => voided() / REFUNDED_AMOUNT },
    },
    pay: nobodyPays,
    told: toldByAcquirer(party, NOTICE_HEADER),
    book: bookOfAcquirer(party),
    statement: (contract, period) => writePayments(party.sales.values(), contract, period),
  };
}

async function playMercadoPago(harness: Harness): Promise<PlayedParty> {
  const party = await startMercadoPago(harness);
  const { accessToken, webhookSecret } = party.credentials;
  const payments = () => [...party.payments.values()];
  const issue = { at: { method: 'POST', path: '/v1/payments' }, done: () => party.payments.size };
  const refund = {
    at: { method: 'POST', path: '/v1/payments/:id/refunds' },
    done: () => payments().flatMap(({ refunds }) => refunds).length,
  };
  return {
    ...party,
    hosts: { api: party.api },
    settings: () => ({ 'access-token': accessToken, 'webhook-secret': webhookSecret }),
    endCertificates: null,
    verbs: {
      ...{ charge: issue, PIX: issue, boleto: issue },
      ...{ void: refund, 'refund of a charge': refund, 'refund of a PIX': refund },
    },
    pay: () => {
      const [id = 0] = party.payments.keys();
      party.change(id, { status: 'approved', detail: 'accredited' });
    },
    told: toldByMercadoPago(party, harness.clock.now),
    book: bookOfMercadoPago(party),
    statement: (contract, period) => writeReleases(party.payments.values(), contract, period),
  };
}

async function playPagBank(harness: Harness): Promise<PlayedParty> {
  const party = await startPagBank(harness);
  const charges = () => [...party.charges.values()];
  const refunded = () => charges().reduce((sum, one) => sum + one.refunded, 0);
  const issue = { at: { method: 'POST', path: '/orders' }, done: () => party.orders.size };
  const back = { at: { method: 'POST', path: '/charges/:id/cancel' } };
  const refund = { ...back, done: () => refunded() / REFUNDED_AMOUNT };
  return {
    ...party,
    hosts: { api: party.api, sdk: party.sdk, assets: party.assets, bank: party.bank },
    settings: () => ({ token: party.credentials.token }),
    endCertificates: null,
    verbs: {
      ...{ charge: issue, PIX: issue, boleto: issue },
      void: { ...back, done: () => refunded() / PLAYED_AMOUNT },
      ...{ 'refund of a charge': refund, 'refund of a PIX': refund },
    },
    pay: () => party.pay([...party.orders.keys()][0] ?? ''),
    told: toldByPagBank(party),
    book: bookOfPagBank(party),
    statement: (contract, period) => writeMovements(party.orders.values(), contract, period),
  };
}

function asPixBank(bank: PixBank, profile: PixProfileName): PlayedParty {
  let ended: (() => void)[] = [];
  const { base } = bank.profile;
  return {
    ...bank,
    hosts: { ...bank.origins, api: bank.api, token: new URL(bank.tokenUrl).origin },
    settings: () => {
      const shown = bank.issueCertificate();
      ended.push(() => bank.endCertificate(shown.certificate));
      return pixSettings(bank, profile, shown);
    },
    endCertificates: () => {
      for (const end of ended) end();
      ended = [];
    },
    verbs: {
      PIX: { at: { method: 'PUT', path: `${base.cob}/cob/:txid` }, done: () => bank.charges.size },
      'refund of a PIX': {
        at: { method: 'PUT', path: `${base.other}/pix/:e2eid/devolucao/:id` },
        done: () => [...bank.received.values()].flatMap(({ refunds }) => refunds).length,
      },
    },
    pay: (reference) => void bank.pay(attemptKeyOf(reference)),
    told: toldByPixBank(bank),
    book: bookOfPixBank(bank),
  };
}

async function playEfi(harness: Harness): Promise<PlayedParty> {
  const efi = await startEfi(harness);
  const bank = asPixBank(efi, 'efi');
  return {
    ...bank,
    settings: () => ({ ...bank.settings(), 'return-address': 'https://shop.example.com/thanks' }),
    verbs: {
      ...bank.verbs,
      boleto: { at: { method: 'POST', path: '/v1/charge/one-step' }, done: () => efi.billets.size },
      consent: {
        at: { method: 'POST', path: '/v1/pagamentos/pix' },
        done: () => efi.consents.size,
      },
      payout: { at: { method: 'PUT', path: '/v3/gn/pix/:id' }, done: () => efi.payouts.size },
    },
    told: toldByEfi(efi),
    book: bookOfEfi(efi),
  };
}

function playBank(profile: PixProfileName) {
  return async (harness: Harness): Promise<PlayedParty> =>
    asPixBank(await startPixBank({ ...harness, profile }), profile);
}

function nobodyPays(): never {
  throw new Error('this party has no PIX');
}

/** Every provider of the registry has its party here, under its own name. */
export const PLAYED: Readonly<Record<string, (around: Harness) => Promise<PlayedParty>>> = {
  cielo: (around) => playCielo(around, 'cielo'),
  braspag: (around) => playCielo(around, 'braspag'),
  mercadopago: playMercadoPago,
  pagbank: playPagBank,
  efi: playEfi,
  sicoob: playBank('sicoob'),
  sicredi: playBank('sicredi'),
  bb: playBank('bb'),
  inter: playBank('inter'),
  santander: playBank('santander'),
};

/** Plays every provider of the registry; `providers`: where a service and an operator find them. */
export async function playEveryProvider(around: Harness) {
  const parties = new Map<string, PlayedParty>();
  for (const { name } of PROVIDER_DEFINITIONS) {
    const party = await PLAYED[name]?.(around);
    if (party === undefined) throw new Error(`${name} is not played`);
    parties.set(name, party);
  }
  const providers = Object.fromEntries(
    [...parties].map(([name, { hosts, authorityPem }]) => [
      name,
      { hosts, trustedPem: authorityPem },
    ]),
  );
  return { parties, providers };
}
