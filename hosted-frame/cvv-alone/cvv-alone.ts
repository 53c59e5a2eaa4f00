import type { AntifraudResult } from '../../contract/card/antifraud.ts';
import type { CvvRecollection } from '../../contract/card/cvv.ts';
import type { AskedOptions, CardSubmitResult } from '../../contract/frame/card-calls.ts';
import type { CheckoutConfig, InstallmentPlan } from '../../contract/published-types.ts';
import type { CheckoutRequest } from '../../sdk/card-flow/checkout-request.ts';
import type { Brand, brandNamed } from '../card-form/brand.ts';
import { showSavedCard } from './show-saved-card.ts';

// A chunk of its own, for the CVV of a saved card: from elsewhere it imports types alone.

const CVV_DEADLINE_MS = 15_000;

export type SavedCard = {
  /** Null where the page did not say. */
  brand: Brand | null;
  writeWords: () => void;
  /** Has the CVV kept for the next charge of the token. Nothing is charged by it. */
  submit: (typed: {
    request: CheckoutRequest;
    cvv: string;
    installments: number;
    installmentPlan: InstallmentPlan | undefined;
    antifraud: Promise<AntifraudResult>;
    signal: AbortSignal;
  }) => Promise<CardSubmitResult>;
};

/** How a refusal is made; the class of errors is the document's own. */
export type ToFieldError = (
  code: 'INVALID_ARGUMENT' | 'METHOD_NOT_ENABLED' | 'UNSUPPORTED',
  message: string,
  field: string,
) => Error;

/**
 * What is shown of the card is what the page says, which the merchant knows since its first charge:
 * the service tells a browser nothing of a token. Throws `METHOD_NOT_ENABLED` where the account
 * keeps no cards, `UNSUPPORTED` where it authenticates before the order, `INVALID_ARGUMENT` by
 * field.
 */
export function createSavedCard(
  given: AskedOptions,
  context: {
    document: Document;
    config: CheckoutConfig;
    brandNamed: typeof brandNamed;
    toError: ToFieldError;
  },
): SavedCard {
  const { document, config, toError } = context;
  const { token, card } = readOptions(given, toError);
  requireOnFile(config, toError);
  const brand = card === null ? null : context.brandNamed(card.brand);
  const writeWords = showSavedCard(
    document,
    card && { label: brand?.label ?? '', last4: card.last4 },
  );

  return {
    brand,
    writeWords,
    async submit({ request, cvv, antifraud, signal, installments, installmentPlan }) {
      const session = await antifraud;
      await request<CvvRecollection>({
        method: 'POST',
        path: 'tokens/cvv',
        body: { token, cvv },
        deadlineMs: CVV_DEADLINE_MS,
        phase: 'cvv',
        signal,
      });
      const { brand: name, last4 } = card ?? { brand: 'unknown', last4: '' };
      return {
        token,
        brand: name,
        last4,
        installments,
        ...(installmentPlan && { installmentPlan }),
        antifraud: session,
      };
    },
  };
}

/** The page may have sent anything. */
function readOptions(given: AskedOptions, toError: ToFieldError) {
  const { fields, token, card } = given;
  const refuse = (field: string, must: string) =>
    toError('INVALID_ARGUMENT', `${field} ${must}`, field);
  if (!Array.isArray(fields) || fields.length !== 1 || fields[0] !== 'cvv') {
    throw refuse('fields', "must be ['cvv'], more than the default four, or left out");
  }
  if (typeof token !== 'string' || !/^[\w-]{1,200}$/.test(token)) {
    throw refuse('token', 'must be the token of a card on file');
  }
  if (card === undefined) return { token, card: null };
  if (typeof card?.brand !== 'string') throw refuse('card.brand', 'must be a card scheme');
  if (typeof card.last4 !== 'string' || !/^\d{4}$/.test(card.last4)) {
    throw refuse('card.last4', 'must be four digits');
  }
  return { token, card: { brand: card.brand, last4: card.last4 } };
}

function requireOnFile({ capabilities }: CheckoutConfig, toError: ToFieldError): void {
  const { tokenization, threeDS } = capabilities;
  if (!tokenization.enabled || !tokenization.cardOnFile) {
    throw toError(
      'METHOD_NOT_ENABLED',
      'cards on file are not enabled for this account: take the whole card',
      'fields',
    );
  }
  // Decision: an authentication before the order is made for a fresh token, which this one is not.
  if (threeDS.enabled && threeDS.flow === 'pre-order') {
    throw toError(
      'UNSUPPORTED',
      'this account authenticates before the order, which a card on file cannot: take the whole card',
      'fields',
    );
  }
}
