import type { CardWithoutCvv } from '../../../contract/card/card.ts';
import type { DeclineReason } from '../../../contract/errors/decline-reason.ts';
import type { ChargeOutcome } from '../../providers/acquirer.ts';

type Declined = Extract<ChargeOutcome, { kind: 'declined' }>;

/** `unavailable_once`: fails at an order's first try alone. `silent`: no answer, decided later. */
export type Decision =
  | 'approved'
  | { kind: 'refused'; reason: DeclineReason }
  | 'failed'
  | 'unavailable'
  | 'unavailable_once'
  | 'silent'
  | Declined;

const LIMIT = declined('PAYER_LIMIT_REJECTED', 'issuer', 'insufficient_funds');
const CVV = declined('INVALID_CVV', 'issuer', 'invalid_cvv');
const RISK = declined('REJECTED_BY_RISK', 'antifraud', 'suspected_fraud');

function declined(
  code: Declined['code'],
  decidedBy: Declined['decidedBy'],
  reason: DeclineReason,
): Declined {
  return { kind: 'declined', code, decidedBy, reason };
}

function refused(reason: DeclineReason): Decision {
  return { kind: 'refused', reason };
}

/** Published test numbers. */
const BY_NUMBER: Readonly<Record<string, Decision>> = {
  '4000000000000002': refused('do_not_honour'),
  '4000000000009995': LIMIT,
  '4000000000000127': CVV,
  '4100000000000019': RISK,
  '4000000000000119': 'unavailable_once',
};

/** Published test names, whole, in any case. */
const BY_HOLDER_NAME: Readonly<Record<string, Decision>> = {
  APRO: 'approved',
  OTHE: refused('do_not_honour'),
  EXPI: refused('card_expired'),
  CALL: refused('card_blocked'),
  CARD: refused('invalid_card'),
  CTNA: refused('not_allowed'),
  ATTE: refused('tries_exceeded'),
  LIMI: refused('limit_exceeded'),
  DOWN: refused('issuer_unavailable'),
  FUND: LIMIT,
  SECU: CVV,
  RISK,
  PERR: 'unavailable',
  CATA: 'failed',
  SLOW: 'silent',
};

/** Where number and name both say something, the number wins; nothing said is approved. */
export function decide(card: CardWithoutCvv): Decision {
  return (
    lookUp(BY_NUMBER, card.number) ??
    lookUp(BY_HOLDER_NAME, card.holderName.trim().toUpperCase()) ??
    'approved'
  );
}

function lookUp(table: Readonly<Record<string, Decision>>, key: string): Decision | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
