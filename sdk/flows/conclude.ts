import type { CardOutcome } from '../../contract/frame/card-calls.ts';
import type { TellFrame } from '../element/element-flows.ts';

/** Errors that say something against the card, of ours or of POST /payin; no other one does. */
const ERRORS: { [code: string]: CardOutcome } = {
  THREEDS_FAILED: 'refused',
  REJECTED_BY_RISK: 'refused',
  PAYER_LIMIT_REJECTED: 'refused',
  INVALID_CVV: 'cvv',
};

/**
 * Decision: a payin that FAILED went as far as the acquirer with its CVV, so the next one asks for
 * it again; a CANCELED one ended before that, its challenge out of time. Of a payin that is still
 * open, or whose status is of a newer service, there is nothing to tell.
 */
const STATUSES: { [status: string]: CardOutcome } = {
  PENDING_3DS: 'challenge',
  APPROVED: 'approved',
  REFUNDED: 'approved',
  CHARGEBACK: 'approved',
  MED: 'approved',
  REFUSED: 'refused',
  FAILED: 'cvv',
  CANCELED: 'again',
};

/** How the payment of a card stands; null where that is not known. `answer` may be anything. */
export function cardOutcomeOf(answer: unknown): CardOutcome | null {
  const told = toRecord(answer);
  const refusal = toRecord(told.error);
  const details = toRecord(told.details);
  const code = refusal.code ?? details.apiCode ?? told.code;
  if (typeof code === 'string') {
    // The buyer gave up, or the provider failed, which says nothing against the card.
    return ['cancelled', 'error'].includes(String(details.reason))
      ? 'again'
      : (lookUp(ERRORS, code) ?? 'again');
  }
  if (told.threeDSecurePending === true) return 'challenge';
  return lookUp(STATUSES, String(told.status));
}

function lookUp(table: { [name: string]: CardOutcome }, name: string): CardOutcome | null {
  return Object.hasOwn(table, name) ? (table[name] ?? null) : null;
}

function toRecord(value: unknown): { [name: string]: unknown } {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** Tells the frame what an answer says of its card. Never rejects: a frame that is gone forgot. */
export async function conclude(answer: unknown, tell: TellFrame): Promise<void> {
  const outcome = cardOutcomeOf(answer);
  if (outcome !== null) await tell(outcome).catch(() => undefined);
  else if (typeof toRecord(answer).status !== 'string') warnOfNoAnswer();
}

/** Such as the `Response` of a fetch. Rejecting would show the buyer an error after a payment. */
function warnOfNoAnswer(): void {
  // biome-ignore lint/suspicious/noConsole: it is for the developer of the page
  window.console.warn(
    'checkout: conclude was given no payin and no error, so the fields stay locked: pass the JSON that POST /payin answered',
  );
}
