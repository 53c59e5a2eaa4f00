import type { CardOutcome } from '../../contract/card/card-outcome.ts';
import type { PaymentOutcome } from '../../contract/errors/checkout-error-code.ts';
import {
  ADVICE,
  adviceOf,
  isCheckoutErrorCode,
} from '../../contract/errors/checkout-error-code.ts';
import type { Locale } from '../../contract/locale.ts';
import type { TellFrame } from '../element/element-flows.ts';
import type { DeclineText } from '../payment/decline-text.ts';
import { findDecline } from '../payment/decline-text.ts';
import { outcomeOfRefusal } from '../payment/refusal-outcome.ts';

/**
 * Decision: a payin that FAILED went as far as the acquirer with its CVV, so the next one asks for
 * it again; a CANCELED one ended before that, its challenge out of time. Of a payin that is still
 * open, or whose status is of a newer service, there is nothing to tell.
 */
const STATUSES = new Map<unknown, CardOutcome>([
  ['PENDING_3DS', 'challenge'],
  ['APPROVED', 'approved'],
  ['REFUNDED', 'approved'],
  ['CHARGEBACK', 'approved'],
  ['MED', 'approved'],
  ['REFUSED', 'refused'],
  ['FAILED', 'cvv'],
  ['CANCELED', 'again'],
]);

/** Null where nobody knows: card and token are kept for the same request. Takes anything. */
export function cardOutcomeOf(answer: unknown): CardOutcome | null {
  const told = toRecord(answer);
  const code = codeOf(told);
  if (code !== null) {
    const { apiCode, reason } = toRecord(told.details);
    const known = apiCode ?? code;
    const outcome = isPaymentOutcome(told.outcome) ? told.outcome : outcomeOfRefusal(known);
    return ADVICE[adviceOf(isCheckoutErrorCode(known) ? known : 'INTERNAL', { reason }, outcome)]
      .card;
  }
  const { threeDSecurePending: isOpen } = told;
  if (isOpen === true) return 'challenge';
  return STATUSES.get(told.status) ?? (isOpen === false ? 'ended' : null);
}

function codeOf({ error, code = toRecord(error).code }: { [name: string]: unknown }) {
  return typeof code === 'string' ? code : null;
}

function isPaymentOutcome(value: unknown): value is PaymentOutcome {
  return value === 'not-charged' || value === 'unknown' || value === 'charged';
}

function toRecord(value: unknown): { [name: string]: unknown } {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** Tells the frame; gives the page what to say of a refusal. Never rejects: a lost frame forgot. */
export async function conclude(
  answer: unknown,
  tell: TellFrame,
  locale?: Locale,
): Promise<DeclineText | null> {
  const outcome = cardOutcomeOf(answer);
  if (outcome !== null) await tell(outcome).catch(() => undefined);
  else if (codeOf(toRecord(answer)) === null && typeof toRecord(answer).status !== 'string') {
    warnOfNoAnswer();
  }
  return findDecline(toRecord(answer), locale);
}

/** Such as the `Response` of a fetch. Rejecting would show the buyer an error after a payment. */
function warnOfNoAnswer(): void {
  // biome-ignore lint/suspicious/noConsole: it is for the developer of the page
  window.console.warn(
    'checkout: conclude was given no payin and no error, so the fields stay locked: pass the JSON that POST /payin answered',
  );
}
