import type { Provider } from '../providers/provider.ts';
import type { RefundVerbs } from '../providers/refunds.ts';
import { ATTEMPT, chargeRequest, orderFacts } from './order-facts.ts';
import type { Verb } from './play-provider.ts';
import { PLAYED_AMOUNT, REFUNDED_AMOUNT } from './play-provider.ts';
import { refundOrder } from './refund-order.ts';

export type VerbAnswer = { kind: string; externalId?: string | null };

const PAYOUT = { companyId: 'acme', reference: 'out_acme_3q2-7wAAAAAAAAAAAAAAAw' };
const ID = '0123456789abcdef0123456789abcdef';
const EXPIRES_AT = new Date('2026-11-29T02:59:59.999Z');

const CARD = { number: '4111111111111111', cvv: '739' };

const TRANSFER = {
  ...{ amount: 500, pixKey: 'ana@example.com', beneficiaryDocument: null },
  pixKeyType: 'EMAIL',
} as const;

const { signal: never } = new AbortController();

/** One verb of a provider for one payment, asked for and looked up. `externalId`: as it is known by. */
export function openVerb(
  { cards, payments, payouts }: Provider,
  verb: Verb,
  externalId: string | null,
): { ask: (signal: AbortSignal) => Promise<VerbAnswer>; find: () => Promise<VerbAnswer> } {
  const order = { ...ATTEMPT, ...orderFacts(), amount: PLAYED_AMOUNT, expiresAt: EXPIRES_AT };
  let told = externalId;

  async function telling(answer: Promise<VerbAnswer> | undefined): Promise<VerbAnswer> {
    const given = await answer;
    if (given === undefined) throw new Error(`${verb} is missing`);
    if (given.externalId) told = given.externalId;
    return given;
  }

  const findPayment = () => telling(payments?.findPayment({ ...ATTEMPT, externalId: told }, never));

  function refundBy(verbs: Partial<RefundVerbs> | null) {
    const asked = refundOrder({ ...ATTEMPT, externalId, refundId: ID, amount: REFUNDED_AMOUNT });
    return {
      ask: (signal: AbortSignal) => telling(verbs?.refund?.(asked, signal)),
      find: () => telling(verbs?.findRefund?.(asked, never)),
    };
  }

  switch (verb) {
    case 'charge':
      return {
        ask: (signal) => telling(cards?.charge({ ...chargeRequest(CARD), ...order }, signal)),
        find: () => telling(cards?.findCharge({ ...ATTEMPT, amount: PLAYED_AMOUNT }, never)),
      };
    case 'void':
      return {
        ask: (signal) =>
          telling(
            cards?.voidCharge?.({ ...ATTEMPT, amount: PLAYED_AMOUNT, reversalId: ID }, signal),
          ),
        find: async () => {
          const { kind } = await telling(
            cards?.findCharge({ ...ATTEMPT, amount: PLAYED_AMOUNT }, never),
          );
          return { kind: kind === 'voided' ? 'voided' : 'not_found' };
        },
      };
    case 'refund of a charge':
      return refundBy(cards);
    case 'refund of a PIX':
      return refundBy(payments);
    case 'PIX':
      return { ask: (signal) => telling(payments?.issuePix(order, signal)), find: findPayment };
    case 'boleto':
      return {
        ask: (signal) => telling(payments?.issueBoleto({ ...order, dueOn: '2026-11-26' }, signal)),
        find: () =>
          telling(
            payments?.findPayment({ ...ATTEMPT, externalId: told, paymentMethod: 'BOLETO' }, never),
          ),
      };
    case 'consent':
      return {
        ask: async (signal) => {
          const [bank] = (await payments?.listBanks?.(signal)) ?? [];
          const { id: bankId = '', name: bankName = '' } = bank ?? {};
          return telling(payments?.openConsent({ ...order, bankId, bankName }, signal));
        },
        find: () =>
          telling(
            payments?.findPayment(
              { ...ATTEMPT, externalId: told, paymentMethod: 'OPEN_FINANCE' },
              never,
            ),
          ),
      };
    case 'payout':
      return {
        ask: (signal) => telling(payouts?.send({ ...PAYOUT, ...TRANSFER }, signal)),
        find: () => telling(payouts?.find({ ...PAYOUT, amount: TRANSFER.amount }, never)),
      };
    default:
      return verb satisfies never;
  }
}
