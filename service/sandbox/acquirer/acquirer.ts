import * as z from 'zod/mini';
import type { CardWithoutCvv } from '../../../contract/card/card.ts';
import { cardWithoutCvvSchema } from '../../../contract/card/card.ts';
import type {
  Acquirer,
  CardToCharge,
  ChargeOutcome,
  KnownCharge,
} from '../../providers/acquirer.ts';
import type { RefundVerbs } from '../../providers/refunds.ts';
import type { SandboxState } from '../records.ts';
import { createRecords } from '../records.ts';
import { hasOutcome } from '../test-cards.ts';
import type { Decision } from './decisions.ts';
import { decide } from './decisions.ts';
import { never } from './never.ts';

export type SandboxAcquirerOptions = {
  state: SandboxState;
  /** The sandbox time of a company: a silent charge is decided when that clock has moved on. */
  nowFor: (companyId: string) => Promise<Date>;
  randomId: () => string;
  refunds: RefundVerbs;
};

const chargeSchema = z.object({
  outcome: z.custom<ChargeOutcome>((value) => typeof value === 'object' && value !== null),
  /** Before this moment the charge is still being worked on; null: decided at once. */
  decidedAt: z.nullable(z.string()),
});

const SILENCE_MS = 60_000;

/**
 * An acquirer that moves no money, and the tutorial for one that does. A new acquirer is a folder
 * beside this one that implements `Acquirer`:
 * 1. translate the request into the provider's call, with `reference` as its idempotency key;
 * 2. parse the answer with a schema, and map it by a total function to `ChargeOutcome`; throw on
 *    what has no place there, since a thrown error means "unknown" and is looked up later;
 * 3. answer `findCharge` from the provider's own records, never from our tables, and `voided` for
 *    what was given back, by whatever name the provider has for it;
 * 4. state of its own goes through a tiny interface (`records.ts`), implemented by the composition
 *    root.
 * 5. the payment methods other than cards are `payments.ts`, payouts `payouts.ts`;
 * 6. give money back once for each `refundId` (`refunds.ts`), or declare no such capability.
 * Here the provider's side is played too: what it decides is data (`decisions.ts`), and what it
 * remembers answers after a restart.
 */
export function createSandboxAcquirer(options: SandboxAcquirerOptions): Acquirer {
  const { state, nowFor, randomId } = options;
  const cards = createRecords(state, 'card', cardWithoutCvvSchema);
  const charges = createRecords(state, 'charge', chargeSchema);

  const readCard = async (card: CardToCharge): Promise<CardWithoutCvv> => {
    if (card.kind === 'card') return card.card;
    const stored = await cards.find(card.cardReference);
    if (stored === null) throw new Error('no such card in the vault');
    return stored;
  };

  const afterSilence = async (companyId: string) =>
    new Date((await nowFor(companyId)).getTime() + SILENCE_MS).toISOString();

  const find = async (companyId: string, reference: string): Promise<KnownCharge> => {
    const known = await charges.find(reference);
    if (known === null) return { kind: 'not_found' };
    const { outcome, decidedAt } = known;
    if (decidedAt !== null && (await nowFor(companyId)) < new Date(decidedAt)) {
      return { kind: 'processing' };
    }
    if (outcome.kind !== 'approved') return outcome;
    const isVoided = (await state.read(`void|${reference}`)) !== null;
    return isVoided ? { ...outcome, kind: 'voided' } : outcome;
  };

  return {
    settlesWithinMs: 0,
    capabilities: { refund: ['CREDIT_CARD'] },
    takesMerchantProof: true,
    ...options.refunds,

    async charge(request, signal) {
      const card = await readCard(request.card);
      // This acquirer asks for it, where it may, with the cards that the bank has an outcome for.
      if (request.canAuthenticateLater && hasOutcome(card.number)) {
        return { kind: 'authentication_required' };
      }
      const decision = decide(card);
      if (decision === 'unavailable') return { kind: 'unavailable' };
      if (decision === 'unavailable_once') {
        const { companyId, orderReference, reference } = request;
        const first = await state.keep(`first-try|${companyId}|${orderReference}`, reference);
        if (first === reference) return { kind: 'unavailable' };
      }
      const decidedAt = decision === 'silent' ? await afterSilence(request.companyId) : null;
      const made = { outcome: toOutcome(decision, randomId()), decidedAt };
      const { outcome } = await charges.keep(request.reference, made);
      return decision === 'silent' ? never(signal) : outcome;
    },

    findCharge: ({ companyId, reference }) => find(companyId, reference),

    async voidCharge({ companyId, reference, reversalId }) {
      const { kind } = await find(companyId, reference);
      if (kind === 'voided') return { kind };
      if (kind !== 'approved') throw new Error('there is no booked charge to give back');
      await state.keep(`void|${reference}`, reversalId);
      return { kind: 'voided' };
    },

    async storeCard({ card }) {
      const cardReference = randomId();
      await cards.keep(cardReference, card);
      return { kind: 'stored', cardReference };
    },
  };
}

function toOutcome(decision: Decision, externalId: string): ChargeOutcome {
  if (typeof decision === 'object') {
    return decision.kind === 'refused' ? { ...decision, externalId } : decision;
  }
  return { kind: decision === 'failed' ? 'failed' : 'approved', externalId };
}
