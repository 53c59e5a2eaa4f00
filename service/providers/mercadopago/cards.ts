import type { Acquirer, ChargeOutcome, ChargeRequest, KnownCharge } from '../acquirer.ts';
import { attemptKeyOf } from '../attempt-key.ts';
import type { OutgoingAnswer } from '../outgoing/answer.ts';
import { isTurnedAway } from '../outgoing/answer.ts';
import type { RefundVerbs } from '../refunds.ts';
import { toCentavos } from './amount.ts';
import { cardPaymentBody, cardTokenBody } from './bodies.ts';
import type { MercadoPayment } from './fields.ts';
import { cardTokenSchema, codesOf } from './fields.ts';
import { outcomeOf, refusalOf, tokenRefusalOf } from './outcomes.ts';
import type { Seller } from './seller.ts';
import { readPayment } from './seller.ts';

/** Its search is behind what it books, and no document says by how much. */
const SETTLES_WITHIN_MS = 10 * 60_000;

type Tokenized = { token: string } | { outcome: ChargeOutcome };

/** Charges cards: each is first made a token of a single use by our server, then paid with. */
export function createCards(
  seller: Seller,
  refunds: RefundVerbs,
  { has3DS, subMerchants }: { has3DS: boolean; subMerchants: Acquirer['subMerchants'] | undefined },
): Acquirer {
  /** What an answer to the payment says; a lost one is unknown, and nothing is sent again. */
  async function decide(
    answer: OutgoingAnswer,
    { reference, amount, key }: { reference: string; amount: number; key: string },
    signal: AbortSignal,
  ): Promise<ChargeOutcome> {
    if (isTurnedAway(answer)) return { kind: 'unavailable' };
    if (answer.kind === 'rejected') return refusalOf(codesOf(answer.body), key);
    if (answer.kind === 'unknown') throw new Error('Mercado Pago may have charged it or not');
    const payment =
      answer.kind === 'answered'
        ? readPayment(answer, key)
        : await seller.find({ reference }, signal);
    if (payment === null) throw new Error('Mercado Pago knows the key and not its payment');
    requireAmount(payment, amount);
    return toOutcome(outcomeOf(payment));
  }

  return {
    settlesWithinMs: SETTLES_WITHIN_MS,
    // No `takesMerchantProof`: it is not known whether the Payments API takes one.
    capabilities: { refund: ['CREDIT_CARD'] },
    ...refunds,
    ...(subMerchants === undefined ? {} : { subMerchants }),

    async charge(request, signal) {
      const { reference, amount, authentication } = request;
      const key = attemptKeyOf(reference);
      // What another party authenticated under a name of its own means nothing here.
      if (authentication?.kind === 'reference') return { kind: 'failed', externalId: key };
      const tokenized = await tokenize(seller, request, key, signal);
      if ('outcome' in tokenized) return tokenized.outcome;
      const asksBuyer = has3DS && request.canAuthenticateLater;
      const { token } = tokenized;
      const tellsSeller = subMerchants !== undefined;
      const body = cardPaymentBody(request, { key, token, asksBuyer, tellsSeller });
      const write = { verb: 'charge', path: '/v1/payments', idempotencyKey: key, body } as const;
      return decide(await seller.post(write, signal), { reference, amount, key }, signal);
    },

    async findCharge({ reference, externalId = null, amount }, signal): Promise<KnownCharge> {
      const payment = await seller.find({ reference, externalId }, signal);
      if (payment === null) return { kind: 'not_found' };
      const known = outcomeOf(payment);
      if (known.kind === 'approved') requireAmount(payment, amount);
      return known;
    },

    async voidCharge({ reference, reversalId }, signal) {
      const payment = await seller.find({ reference }, signal);
      if (payment === null) throw new Error('Mercado Pago has no such charge');
      const id = `${payment.id}`;
      if (outcomeOf(payment).kind === 'voided') return { kind: 'voided' };
      // Without an amount it is all that is left.
      const path = `/v1/payments/${id}/refunds`;
      const answer =
        payment.status === 'approved'
          ? await seller.post(
              { verb: 'refund', path, idempotencyKey: reversalId, body: {} },
              signal,
            )
          : await seller.cancel(id, reversalId, signal);
      if (isTurnedAway(answer)) return { kind: 'unavailable' };
      // A refund may be under way, and somebody else may have been faster: the charge itself tells.
      const now = await seller.find({ reference }, signal);
      if (now !== null && outcomeOf(now).kind === 'voided') return { kind: 'voided' };
      throw new Error('Mercado Pago has not given it back yet');
    },

    // Its vault keeps cards of customers of its own, by e-mail; those are not told here.
    storeCard: () => Promise.resolve({ kind: 'unavailable' }),
  };
}

/** A token takes no money, so without one surely nothing was taken. */
async function tokenize(
  seller: Seller,
  request: ChargeRequest,
  key: string,
  signal: AbortSignal,
): Promise<Tokenized> {
  const { card, cvv, payer } = request;
  if (card.kind !== 'card') return { outcome: { kind: 'failed', externalId: key } };
  const body = cardTokenBody({ card, cvv, payerDocument: payer.document });
  const answer = await seller.post(
    { verb: 'tokenize', path: '/v1/card_tokens', idempotencyKey: `${key}-token`, body },
    signal,
  );
  if (answer.kind === 'answered') {
    const { success, data } = cardTokenSchema.safeParse(answer.body);
    return success ? { token: data.id } : { outcome: { kind: 'unavailable' } };
  }
  if (answer.kind !== 'rejected' || isTurnedAway(answer))
    return { outcome: { kind: 'unavailable' } };
  const refusal = tokenRefusalOf(codesOf(answer.body), key);
  return { outcome: refusal ?? { kind: 'failed', externalId: key } };
}

function requireAmount({ transaction_amount: reais }: MercadoPayment, amount: number): void {
  if (toCentavos(reais) !== amount) throw new Error('Mercado Pago charged another amount');
}

/** An answer to the charge itself; whatever was given back since was decided by somebody else. */
function toOutcome(known: ReturnType<typeof outcomeOf>): ChargeOutcome {
  return known.kind === 'voided' ? { kind: 'failed', externalId: known.externalId } : known;
}
