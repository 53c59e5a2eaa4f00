import type {
  Acquirer,
  AuthenticationProof,
  ChargeOutcome,
  ChargeRequest,
  KnownCharge,
  StoredCredential,
} from '../acquirer.ts';
import { attemptKeyOf } from '../attempt-key.ts';
import type { OutgoingAnswer } from '../outgoing/answer.ts';
import { isTurnedAway } from '../outgoing/answer.ts';
import type { PagBankApi } from './api.ts';
import type { CardData } from './card-data.ts';
import type { Charge } from './fields.ts';
import { declineOf, errorsOf, orderSchema, refusedDataOf, takenBackOf } from './fields.ts';
import { toDescription, toDescriptor, toName, toOrder } from './order.ts';

type Cards = Pick<Acquirer, 'charge' | 'findCharge' | 'voidCharge' | 'storeCard'>;

/** Cards at PagBank: one order with one charge, captured at once, under the key of our attempt. */
export function createPagBankCards(
  api: PagBankApi,
  cardData: CardData,
  noticesAddress: string | null,
): Cards & Required<Pick<Acquirer, 'voidCharge'>> {
  const { settle, read } = readersOf(api, cardData);

  return {
    async charge(request, signal) {
      const proof = toAuthentication(request.authentication);
      const card = await cardData.of(request, signal);
      if (card === null || proof === null) return { kind: 'unavailable' };
      const key = attemptKeyOf(request.reference);
      await api.wake(key, signal);
      const { amount, installments, card: from, merchantName, softDescriptor } = request;
      const descriptor = softDescriptor ?? toDescriptor(merchantName);
      const holder = from.kind === 'card' ? from.card.holderName : request.payer.name;
      const { holderDocument } = from;
      const charge = {
        reference_id: key,
        description: toDescription(request.orderReference),
        amount: { value: amount, currency: 'BRL' },
        payment_method: {
          type: 'CREDIT_CARD',
          installments,
          capture: true,
          ...(descriptor === '' ? {} : { soft_descriptor: descriptor }),
          card,
          holder: {
            name: toName(holder),
            ...(holderDocument === undefined ? {} : { tax_id: holderDocument }),
          },
          ...proof,
        },
        ...toRecurring(request.storedCredential),
      };
      const body = { ...toOrder(request, { key, noticesAddress }), charges: [charge] };
      return read(await api.postOrder('charge', { key, body }, signal), request, signal);
    },

    async findCharge({ reference, amount }, signal) {
      const charge = await api.findCharge(attemptKeyOf(reference), signal);
      if (charge === null) return { kind: 'not_found' };
      const known = await settle(charge, null, signal);
      if (known.kind === 'approved') requireAmount(charge, amount);
      return known;
    },

    async voidCharge({ reference, amount, reversalId }, signal) {
      const charge = await api.findCharge(attemptKeyOf(reference), signal);
      if (charge === null || charge.amount.value !== amount) {
        throw new Error('there is no booked charge of that amount to give back');
      }
      if (charge.status === 'CANCELED') return { kind: 'voided' };
      const left = amount - (charge.amount.summary?.refunded ?? 0);
      const order = { chargeId: charge.id, key: reversalId, amount: left };
      const answer = await api.cancelCharge(order, signal);
      if (answer.kind === 'not_sent' || answer.kind === 'rejected') return { kind: 'unavailable' };
      const after = await api.findCharge(attemptKeyOf(reference), signal);
      if (after?.status !== 'CANCELED') throw new Error('PagBank may have given it back or not');
      return { kind: 'voided' };
    },

    // PagBank keeps a card with a charge of it, and not by itself.
    storeCard: async () => ({ kind: 'unavailable' }),
  };
}

function readersOf(api: PagBankApi, cardData: CardData) {
  /**
   * Decision: what PagBank charged although the cardholder was not authenticated, as the name that the
   * browser carried had it, is given back at once: nobody else could tell before.
   */
  async function settle(
    charge: Charge,
    brand: ChargeRequest['brand'] | null,
    signal: AbortSignal,
  ): Promise<ReturnType<typeof tell>> {
    const { id: externalId, status, amount, reference_id: key = '' } = charge;
    if (!isUnauthenticated(charge)) return tell(charge, brand);
    if (status === 'PAID') {
      const order = { chargeId: externalId, key: `${key}-unauthenticated`, amount: amount.value };
      await api.cancelCharge(order, signal);
      const after = await api.findCharge(key, signal);
      if (after?.status !== 'CANCELED') throw new Error('PagBank may have given it back or not');
    }
    if (status !== 'PAID' && status !== 'CANCELED') return tell(charge, brand);
    return { kind: 'refused', externalId, reason: 'not_authenticated' };
  }

  async function decided(
    charge: Charge,
    { amount, brand }: ChargeRequest,
    signal: AbortSignal,
  ): Promise<ChargeOutcome> {
    requireAmount(charge, amount);
    const told = await settle(charge, brand, signal);
    if (told.kind === 'voided') throw new Error('PagBank has given the charge back');
    return told;
  }

  async function adopt(request: ChargeRequest, signal: AbortSignal): Promise<ChargeOutcome> {
    const charge = await api.findCharge(attemptKeyOf(request.reference), signal);
    if (charge === null) throw new Error('PagBank knows our key and not what became of it');
    return decided(charge, request, signal);
  }

  async function read(
    answer: OutgoingAnswer,
    request: ChargeRequest,
    signal: AbortSignal,
  ): Promise<ChargeOutcome> {
    switch (answer.kind) {
      case 'not_sent':
        return { kind: 'unavailable' };
      case 'duplicate':
        return adopt(request, signal);
      case 'unknown':
        throw new Error('PagBank may have charged it or not');
      case 'rejected':
        return readRefusal(answer);
      case 'answered': {
        const { reference_id: key, charges = [] } = orderSchema.parse(answer.body);
        const [charge] = charges;
        const isOurs = key === attemptKeyOf(request.reference) && charge?.reference_id === key;
        if (charge === undefined || !isOurs) throw new Error('PagBank tells of another charge');
        return decided(charge, request, signal);
      }
      default:
        return answer satisfies never;
    }
  }

  /** PagBank's own refusal says that it made no order; of any other nobody knows. */
  function readRefusal(answer: Extract<OutgoingAnswer, { kind: 'rejected' }>): ChargeOutcome {
    const errors = errorsOf(answer.body);
    if (!isTurnedAway(answer) && errors === null) throw new Error('nobody at PagBank refused it');
    const names = errors?.map((one) => one.parameter_name ?? '') ?? [];
    if (names.some((name) => name.includes('security_code'))) {
      return { kind: 'declined', code: 'INVALID_CVV', decidedBy: 'issuer', reason: 'invalid_cvv' };
    }
    if (names.some((name) => name.includes('encrypted') || name.endsWith('.card'))) {
      cardData.forgetKey();
      return { kind: 'unavailable' };
    }
    const refused = errors === null || isTurnedAway(answer) ? null : refusedDataOf(errors);
    return refused ?? { kind: 'unavailable' };
  }

  return { settle, read };
}

function requireAmount({ amount: { value } }: Charge, amount: number): void {
  if (value !== amount) throw new Error('PagBank has another amount there');
}

/** Whether PagBank says so of an authentication of its own; of others' it says nothing. */
function isUnauthenticated({ payment_method: { authentication_method: told } }: Charge): boolean {
  if (typeof told?.id !== 'string' || typeof told.status !== 'string') return false;
  return told.status !== 'AUTHENTICATED';
}

/** What a charge has come to. `brand`: as we know it; null where PagBank alone can tell. */
function tell(
  charge: Charge,
  brand: ChargeRequest['brand'] | null,
): Exclude<KnownCharge, { kind: 'not_found' }> {
  const { id: externalId, status } = charge;
  switch (status) {
    case 'PAID':
      return { kind: 'approved', externalId, ...takenBackOf(charge) } as const;
    case 'CANCELED':
      return { kind: 'voided', externalId } as const;
    case 'DECLINED':
      return declineOf(charge, brand);
    case 'AUTHORIZED':
    case 'IN_ANALYSIS':
    case 'WAITING':
      return { kind: 'processing' } as const;
    default:
      return status satisfies never;
  }
}

/**
 * Decision: PagBank calls only what is repeated by the merchant recurring: the charge by which a card
 * comes to be kept, and those that the merchant begins. A buyer who pays again by their card is not.
 */
function toRecurring(kept: StoredCredential | undefined): object {
  if (kept === undefined || (kept.initiator === 'buyer' && !kept.isFirst)) return {};
  return { recurring: { type: kept.isFirst ? 'INITIAL' : 'SUBSEQUENT' } };
}

/** Null where PagBank cannot take it. */
function toAuthentication(proof: AuthenticationProof | undefined): object | null {
  if (proof === undefined) return {};
  const type = 'THREEDS';
  if (proof.kind === 'reference') {
    return proof.provider === 'pagbank' ? { authentication_method: { type, id: proof.id } } : null;
  }
  const { cavv, eci, version, dsTransactionId } = proof;
  return { authentication_method: { type, cavv, eci, version, dstrans_id: dsTransactionId } };
}
