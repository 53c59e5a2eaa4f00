import * as z from 'zod/mini';
import type { PaymentOrder } from '../../providers/acquirer.ts';
import type { SandboxState } from '../records.ts';
import { createRecords } from '../records.ts';

const consentSchema = z.object({
  companyId: z.string(),
  reference: z.string(),
  amount: z.number(),
  merchantName: z.string(),
  bankName: z.string(),
  expiresAt: z.string(),
  returnUrl: z.optional(z.nullable(z.string())),
});
export type Consent = z.infer<typeof consentSchema>;

const answerSchema = z.enum(['confirm', 'cancel']);
export type ConsentAnswer = z.infer<typeof answerSchema>;

/** `over`: nobody answered in time. */
export type ConsentView = { consent: Consent } & (
  | { kind: 'open' }
  | { kind: 'answered'; answer: ConsentAnswer }
  | { kind: 'over' }
);

type Listener = (payment: { companyId: string; reference: string }) => Promise<void>;

/** The id in the address of a consent is the capability to answer it. */
export type Consents = {
  /** Keeps it and gives its address; null where no bank is played. */
  open(
    id: string,
    order: PaymentOrder & { bankName: string; returnUrl?: string | null },
  ): Promise<string | null>;
  find(id: string): Promise<ConsentView | null>;
  /** The first answer counts; gives how it stands, once whoever listens has acted on it. */
  answer(id: string, answer: ConsentAnswer): Promise<ConsentView | null>;
  answerOf(id: string): Promise<ConsentAnswer | null>;
  onAnswer(listener: Listener): void;
};

export function createConsents(options: {
  state: SandboxState;
  /** The bank's origin; null where none is played. */
  bankUrl: () => string | null;
  nowFor: (companyId: string) => Promise<Date>;
}): Consents {
  const { state, bankUrl, nowFor } = options;
  const consents = createRecords(state, 'consent', consentSchema);
  const listeners = new Set<Listener>();

  const answerOf = async (id: string) => {
    const kept = await state.read(`consent-answer|${id}`);
    return kept === null ? null : answerSchema.parse(kept);
  };

  const find = async (id: string): Promise<ConsentView | null> => {
    const consent = await consents.find(id);
    if (consent === null) return null;
    const answer = await answerOf(id);
    if (answer !== null) return { kind: 'answered', consent, answer };
    const isOver = new Date(consent.expiresAt) <= (await nowFor(consent.companyId));
    return { kind: isOver ? 'over' : 'open', consent };
  };

  return {
    async open(id, order) {
      const url = bankUrl();
      if (url === null) return null;
      const { companyId, reference, amount, merchantName, bankName, returnUrl } = order;
      const expiresAt = order.expiresAt.toISOString();
      const kept = { companyId, reference, amount, merchantName, bankName };
      const consent = { ...kept, expiresAt, returnUrl };
      await consents.keep(id, consent);
      return `${url}/open-finance/consents/${id}`;
    },
    find,
    async answer(id, answer) {
      const view = await find(id);
      if (view === null || view.kind === 'over') return view;
      const kept = answerSchema.parse(await state.keep(`consent-answer|${id}`, answer));
      const { companyId, reference } = view.consent;
      // Also for an answer given before: whoever listens may not have heard it.
      for (const listener of listeners) await listener({ companyId, reference });
      return { kind: 'answered', consent: view.consent, answer: kept };
    },
    answerOf,
    onAnswer(listener) {
      listeners.add(listener);
    },
  };
}
