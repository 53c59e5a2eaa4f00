import * as z from 'zod/mini';
import type { PaymentOrder } from '../../providers/acquirer.ts';
import type { SandboxAcquirerState } from './state.ts';

const consentSchema = z.object({
  companyId: z.string(),
  reference: z.string(),
  amount: z.number(),
  merchantName: z.string(),
  bankName: z.string(),
  expiresAt: z.string(),
});
export type Consent = z.infer<typeof consentSchema>;

const answerSchema = z.enum(['confirm', 'cancel']);
export type ConsentAnswer = z.infer<typeof answerSchema>;

/**
 * How a consent stands. `over`: nobody answered in time. `shopUrl`: the page that sent the buyer,
 * null where it did not say.
 */
export type ConsentView = { consent: Consent; shopUrl: string | null } & (
  | { kind: 'open' }
  | { kind: 'answered'; answer: ConsentAnswer }
  | { kind: 'over' }
);

type Listener = (payment: { companyId: string; reference: string }) => Promise<void>;

/** What buyers authorize at their bank. The id in its address is the capability to answer it. */
export type Consents = {
  /** Keeps it and gives its address; null where no bank is played. */
  open(id: string, order: PaymentOrder & { bankName: string }): Promise<string | null>;
  find(id: string): Promise<ConsentView | null>;
  /** Keeps the page that sent the buyer; the first one counts. */
  arriveFrom(id: string, shopUrl: string): Promise<void>;
  /** The first answer counts; gives how it stands, once whoever listens has acted on it. */
  answer(id: string, answer: ConsentAnswer): Promise<ConsentView | null>;
  answerOf(id: string): Promise<ConsentAnswer | null>;
  onAnswer(listener: Listener): void;
};

export function createConsents(options: {
  state: SandboxAcquirerState;
  /** The bank's origin; null where none is played. */
  bankUrl: () => string | null;
  /** The account's time. */
  nowFor: (companyId: string) => Promise<Date>;
}): Consents {
  const { state, bankUrl, nowFor } = options;
  const listeners = new Set<Listener>();

  const answerOf = async (id: string) => {
    const kept = await state.read(`consent-answer|${id}`);
    return kept === null ? null : answerSchema.parse(kept);
  };

  const find = async (id: string): Promise<ConsentView | null> => {
    const kept = await state.read(`consent|${id}`);
    if (kept === null) return null;
    const consent = consentSchema.parse(JSON.parse(kept));
    const answer = await answerOf(id);
    const shopUrl = await state.read(`consent-shop|${id}`);
    if (answer !== null) return { kind: 'answered', consent, shopUrl, answer };
    const isOver = new Date(consent.expiresAt) <= (await nowFor(consent.companyId));
    return { kind: isOver ? 'over' : 'open', consent, shopUrl };
  };

  return {
    async open(id, order) {
      const url = bankUrl();
      if (url === null) return null;
      const { companyId, reference, amount, merchantName, bankName } = order;
      const expiresAt = order.expiresAt.toISOString();
      const consent: Consent = { companyId, reference, amount, merchantName, bankName, expiresAt };
      await state.keep(`consent|${id}`, JSON.stringify(consent));
      return `${url}/open-finance/consents/${id}`;
    },
    find,
    async arriveFrom(id, shopUrl) {
      await state.keep(`consent-shop|${id}`, shopUrl);
    },
    async answer(id, answer) {
      const view = await find(id);
      if (view === null || view.kind === 'over') return view;
      const kept = answerSchema.parse(await state.keep(`consent-answer|${id}`, answer));
      const { companyId, reference } = view.consent;
      // Also for an answer given before: whoever listens may not have heard it.
      for (const listener of listeners) await listener({ companyId, reference });
      return { kind: 'answered', consent: view.consent, shopUrl: view.shopUrl, answer: kept };
    },
    answerOf,
    onAnswer(listener) {
      listeners.add(listener);
    },
  };
}
