import type { CardBrand } from '../../../contract/card/card-brand.ts';
import type { Acquirer, ChargeOutcome, ChargeRequest, KnownCharge } from '../acquirer.ts';
import { attemptKeyOf } from '../attempt-key.ts';
import type { OutgoingAnswer } from '../outgoing/answer.ts';
import { isTurnedAway } from '../outgoing/answer.ts';
import type { FieldTable } from '../refused-data.ts';
import { refusedData } from '../refused-data.ts';
import { toFraudAnalysis } from './antifraud.ts';
import type { CieloApi } from './api.ts';
import type { Sale } from './fields.ts';
import { changeSchema, isGuid, readFaults, readSale, storedCardSchema } from './fields.ts';
import { findSale } from './find-sale.ts';
import type { CieloProfile } from './profiles.ts';
import { createCieloRefunds } from './refunds.ts';
import type { FacilitatorCodes } from './sale-order.ts';
import { brandOf, expirationOf, holderOf, toSaleOrder } from './sale-order.ts';
import { stateOf, takenOf, tellSale } from './tell-sale.ts';

/**
 * Cards by Cielo's e-commerce API 3.0, and by Braspag's Pagador, which speaks nearly the same. Each
 * charge is one order of theirs with the key of ours, captured at once. Sources in `profiles.ts`.
 * verified: offline-contract. Not proved: how soon a sale that was taken in is found by its order,
 * that `ReferenceId` may be the directory server's, the codes that acquirers behind Braspag hand
 * on, and that these take the network's name of an earlier charge by Cielo's field for it.
 */
export type CieloOptions = {
  profile: CieloProfile;
  /** The acquirer behind, as Braspag calls it; null where there is none. */
  paymentProvider: string | null;
  /** Of a payment facilitator's account; null for one that sells for itself. */
  facilitatorCodes: FacilitatorCodes | null;
  /** From when on nothing is sold for a company of which not all is known. */
  subMerchantsFrom: string | null;
  hasAntifraud: boolean;
  now: () => number;
};

/** How long after a sale has left it may still be booked without being found: our own figure. */
const SETTLES_WITHIN_MS = 5 * 60_000;

export function createCielo(api: CieloApi, options: CieloOptions): Acquirer {
  const { profile, paymentProvider, facilitatorCodes, hasAntifraud, now } = options;

  /** What the acquirer has of a charge that it refuses as one it knows. */
  async function lookUp({ reference, amount }: ChargeRequest, signal: AbortSignal) {
    const sale = await findSale(api, { reference }, signal);
    if (sale === null) throw new Error('the acquirer refuses an order as one that it has not got');
    if (sale.Payment.Amount !== amount) throw new Error('the acquirer has another amount');
    return decided(told(sale, { amount, brand: null }));
  }

  async function readAnswer(
    request: ChargeRequest,
    answer: OutgoingAnswer,
    signal: AbortSignal,
  ): Promise<ChargeOutcome> {
    if (answer.kind === 'answered') return decided(tellAnswer(request, answer));
    if (isTurnedAway(answer)) return { kind: 'unavailable' };
    if (answer.kind === 'duplicate') return lookUp(request, signal);
    const faults = readFaults(answer);
    if (faults === null) throw new Error('the acquirer may have booked it or not');
    if (faults.includes(DUPLICATED_ORDER)) return lookUp(request, signal);
    return tellFaults(faults, attemptKeyOf(request.reference));
  }

  return {
    settlesWithinMs: SETTLES_WITHIN_MS,
    capabilities: { refund: ['CREDIT_CARD'] },
    takesMerchantProof: true,
    ...(facilitatorCodes === null ? {} : { subMerchants: { from: options.subMerchantsFrom } }),
    ...createCieloRefunds(api, { now }),

    async charge(request, signal) {
      const brand = brandOf(request.brand);
      if (brand === null) return notTaken(request);
      const fraudAnalysis = hasAntifraud ? toFraudAnalysis(request, profile) : null;
      const made = { brand, paymentProvider, facilitatorCodes, fraudAnalysis };
      const order = toSaleOrder(request, made);
      // One that rested takes a read first, and this one changes nothing.
      if (api.needsRead()) await api.getSalesOf(order.MerchantOrderId, signal);
      return readAnswer(request, await api.postSale(order, signal), signal);
    },

    async findCharge({ reference, amount }, signal): Promise<KnownCharge> {
      const sale = await findSale(api, { reference }, signal);
      return sale === null ? { kind: 'not_found' } : told(sale, { amount, brand: null });
    },

    async voidCharge({ reference }, signal) {
      const sale = await findSale(api, { reference }, signal);
      const state = sale === null ? null : stateOf(sale);
      if (state === 'voided') return { kind: 'voided' };
      if (sale === null || (state !== 'captured' && state !== 'authorised')) {
        throw new Error('there is no booked charge to give back');
      }
      const all = { verb: 'void', amount: null } as const;
      const answer = await api.putVoid(sale.Payment.PaymentId, all, signal);
      if (isTurnedAway(answer) || readFaults(answer) !== null) return { kind: 'unavailable' };
      if (answer.kind !== 'answered') throw new Error('the acquirer may have given it back or not');
      const { Status } = changeSchema.parse(answer.body);
      return { kind: VOIDED.includes(Status) ? 'voided' : 'unavailable' };
    },

    async storeCard({ card, brand: cardBrand }, signal) {
      const brand = brandOf(cardBrand);
      if (!profile.storesCards || brand === null) return { kind: 'unavailable' };
      const holder = holderOf(card.holderName);
      const body = {
        CustomerName: holder,
        CardNumber: card.number,
        Holder: holder,
        ExpirationDate: expirationOf(card),
        Brand: brand,
      };
      const answer = await api.postCard(body, signal);
      if (answer.kind !== 'answered') return { kind: 'unavailable' };
      const { CardToken: cardReference } = storedCardSchema.parse(answer.body);
      return { kind: 'stored', cardReference };
    },
  };
}

/** Codes of the manual's "Códigos de Erros da API". */
const DUPLICATED_ORDER = '302';
const WRONG_CREDENTIALS = ['101', '114', '131', '132'];
const WRONG_CARD = ['126', '127', '130'];

const PAYER_FIELDS: FieldTable = [
  [/^(105|155)$/, 'customer.name'],
  [/^(104|156|157)$/, 'customer.document'],
  [/^158$/, 'customer.email'],
  [/^147$/, 'customer.address.street'],
  [/^148$/, 'customer.address.number'],
  [/^149$/, 'customer.address.complement'],
  [/^150$/, 'customer.address.zipCode'],
  [/^151$/, 'customer.address.city'],
  [/^152$/, 'customer.address.state'],
  [/^154$/, 'customer.address.neighborhood'],
  [/^121$/, 'customer'],
];

const VOIDED = [10, 11];

function tellAnswer(
  { reference, amount, brand }: { reference: string; amount: number; brand: CardBrand },
  answer: OutgoingAnswer,
): KnownCharge {
  const sale = readSale(answer);
  const isOurs = sale.MerchantOrderId.toLowerCase() === attemptKeyOf(reference);
  if (!isOurs || sale.Payment.Amount !== amount || !isGuid(sale.Payment.PaymentId)) {
    throw new Error('the acquirer has another charge there');
  }
  // It takes the sale back itself: what it came to, a look tells.
  if (sale.Payment.TryAutomaticCancellation === true) return { kind: 'processing' };
  return told(sale, { amount, brand });
}

function told(
  sale: Sale,
  { amount, brand }: { amount: number; brand: CardBrand | null },
): KnownCharge {
  const known = tellSale(sale, brand);
  if (known.kind === 'approved' && takenOf(sale) !== amount) {
    throw new Error('the acquirer has taken another amount');
  }
  return known;
}

/** Thrown where it says nothing of a new charge: that is looked up then, and never sent again. */
function decided(charge: KnownCharge): ChargeOutcome {
  switch (charge.kind) {
    case 'voided':
    case 'not_found':
      throw new Error(`the acquirer does not tell of a new charge: ${charge.kind}`);
    default:
      return charge;
  }
}

/** Refused by its form before anything was done. `orderId` is all that the acquirer calls it. */
function tellFaults(faults: readonly string[], orderId: string): ChargeOutcome {
  const isAny = (codes: readonly string[]) => faults.some((fault) => codes.includes(fault));
  if (isAny(WRONG_CREDENTIALS)) return { kind: 'unavailable' };
  if (isAny(WRONG_CARD)) return { kind: 'refused', externalId: orderId, reason: 'invalid_card' };
  const complaints = faults.map((code) => ({ code }));
  return refusedData(complaints, PAYER_FIELDS) ?? { kind: 'failed', externalId: orderId };
}

function notTaken({ reference }: ChargeRequest): ChargeOutcome {
  return { kind: 'refused', externalId: attemptKeyOf(reference), reason: 'not_allowed' };
}
