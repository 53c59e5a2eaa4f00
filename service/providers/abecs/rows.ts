import type { DeclineReason } from '../../../contract/errors/decline-reason.ts';
import type { ChargeOutcome } from '../acquirer.ts';
import type { CardNetwork } from '../card-network.ts';

export type AbecsVerdict =
  | { kind: 'refused'; reason: DeclineReason }
  | {
      kind: 'declined';
      code: Extract<ChargeOutcome, { kind: 'declined' }>['code'];
      reason: DeclineReason;
    }
  | { kind: 'failed' | 'unavailable' };

/** `isFinal`: the same card will not be approved later. */
export type AbecsRow = {
  meaning: string;
  verdict: AbecsVerdict;
  isFinal: boolean;
  codes: Readonly<Partial<Record<CardNetwork, string>>>;
};

function refused(reason: DeclineReason): AbecsVerdict {
  return { kind: 'refused', reason };
}
const INSUFFICIENT: AbecsVerdict = {
  kind: 'declined',
  code: 'PAYER_LIMIT_REJECTED',
  reason: 'insufficient_funds',
};
const LIMIT: AbecsVerdict = {
  kind: 'declined',
  code: 'PAYER_LIMIT_REJECTED',
  reason: 'limit_exceeded',
};
const CVV: AbecsVerdict = { kind: 'declined', code: 'INVALID_CVV', reason: 'invalid_cvv' };
const RISK: AbecsVerdict = {
  kind: 'declined',
  code: 'REJECTED_BY_RISK',
  reason: 'suspected_fraud',
};
const FAILED: AbecsVerdict = { kind: 'failed' };
const UNAVAILABLE: AbecsVerdict = { kind: 'unavailable' };

function row(
  meaning: string,
  verdict: AbecsVerdict,
  change: 'final' | 'passing',
  codes: AbecsRow['codes'],
): AbecsRow {
  return { meaning, verdict, isFinal: change === 'final', codes };
}

/**
 * The codes by which issuers refuse in Brazil, by network: the same number means one thing at one
 * and another at the next. Source: ABECS, Normativo 21, as Cielo publishes it (github
 * DeveloperCielo/developercielo.github.io, abecs-e-outros-codigos.md, text of 2024-06-18), read
 * 2026-11-23. Codes of several meanings stand once, by the Decision beside them; numbers are without
 * zeros before them. Amex has its own three digits and what Cielo makes of them.
 */
export const ABECS_ROWS: readonly AbecsRow[] = [
  row('no reason given', refused('do_not_honour'), 'passing', {
    ...{ elo: '5', visa: '5', mastercard: '5' },
    // Decision: it is the suspicion of fraud as well, and is told as what it says: nothing.
    amex: '100 FA',
  }),
  row('no balance or limit', INSUFFICIENT, 'passing', {
    ...{ elo: '51', visa: '51', mastercard: '51', amex: '116 121 A5' },
  }),
  row('amount above the limit', LIMIT, 'passing', { elo: '61', visa: '61 N4', mastercard: '61' }),
  row('too many purchases', LIMIT, 'passing', { elo: '65', visa: '65', mastercard: '65' }),
  row('wrong security code', CVV, 'final', { elo: '63' }),
  // Decision: of Visa, whose own programme lets it be typed again; of Mastercard the code is the
  // suspicion of fraud too, and the buyer can set right only the one.
  row('wrong security code', CVV, 'passing', { visa: 'N7', mastercard: '63' }),
  row('security violated', refused('invalid_card'), 'final', { visa: '63' }),
  row('suspicion of fraud', RISK, 'passing', { elo: '59', visa: '59' }),
  // Decision: of Mastercard it is the card to be picked up without fraud as well.
  row('confirmed fraud', RISK, 'final', { visa: '7', mastercard: '4' }),
  row('card to be picked up', refused('card_blocked'), 'final', { visa: '4' }),
  row('wrong card number', refused('invalid_card'), 'final', {
    // Decision: of Amex it is the security code as well; both are card data to check.
    ...{ elo: '14 56', visa: '14', mastercard: '14 1', amex: '122 8' },
  }),
  row('no such issuer', refused('invalid_card'), 'final', { visa: '15', mastercard: '15' }),
  row('wrong account', refused('invalid_card'), 'final', { elo: '76 77' }),
  row('card with a fault', refused('invalid_card'), 'final', {
    ...{ elo: '12', visa: '6', amex: '115 A2' },
  }),
  row('holder not confirmed', refused('invalid_card'), 'final', { visa: '6P' }),
  row('card expired', refused('card_expired'), 'final', {
    ...{ elo: '54', visa: '54', mastercard: '54', amex: '101 BV' },
  }),
  // Decision: of Elo the code is confirmed fraud and three more; of Amex lost and stolen as well.
  row('not allowed for this card', refused('not_allowed'), 'final', { elo: '57', amex: '200 FD' }),
  row('not allowed for this card', refused('not_allowed'), 'passing', {
    ...{ visa: '57', mastercard: '57' },
  }),
  row('not allowed here', refused('not_allowed'), 'final', { visa: '58', mastercard: '58' }),
  row('not allowed by law', refused('not_allowed'), 'final', { visa: '64 93' }),
  row('no cash', refused('not_allowed'), 'final', { visa: 'N3' }),
  row('not qualified', refused('not_allowed'), 'final', { visa: 'R2' }),
  row('chip needed', refused('not_allowed'), 'final', { elo: 'FM' }),
  row('use it as a credit card', refused('not_allowed'), 'final', { elo: 'AB', visa: '52 53' }),
  row('use it as a debit card', refused('not_allowed'), 'final', { elo: 'AC', visa: '39' }),
  row('recurring payments stopped', refused('not_allowed'), 'final', { visa: 'R0 R1 R3' }),
  row('card lost', refused('card_blocked'), 'final', { elo: '41', visa: '41', mastercard: '41' }),
  row('card stolen', refused('card_blocked'), 'final', { elo: '43', visa: '43', mastercard: '43' }),
  row('account closed', refused('card_blocked'), 'final', { elo: '46', visa: '46' }),
  // Decision: of Elo and Visa the code is a domestic card abroad as well.
  row('blocked for a time', refused('card_blocked'), 'passing', { elo: '62', visa: '62' }),
  row('account closed, or a domestic card abroad', refused('card_blocked'), 'final', {
    mastercard: '62',
  }),
  row('new card not unblocked', refused('card_blocked'), 'passing', { elo: '78' }),
  row('new card not unblocked', refused('card_blocked'), 'final', { visa: '78' }),
  row('too many tries', refused('tries_exceeded'), 'passing', {
    ...{ elo: '38 75', visa: '75', mastercard: '75', amex: '106 A4' },
  }),
  row('wrong password', refused('do_not_honour'), 'passing', {
    ...{ elo: '55 P6', visa: '55 86', mastercard: '55', amex: '117 A6' },
  }),
  row('password over', refused('do_not_honour'), 'final', { elo: '83 P5', visa: '74 81' }),
  row('wrong cryptogram', refused('not_authenticated'), 'final', {
    ...{ elo: '82', visa: '82', mastercard: '88', amex: '180 A7' },
  }),

  // What Mastercard has made of several: only its advice says whether to try again.
  row('card at its end', refused('invalid_card'), 'passing', { mastercard: '79' }),
  row('against a policy', refused('not_allowed'), 'passing', { mastercard: '82' }),
  row('fraud or security', RISK, 'passing', { mastercard: '83' }),

  row('message of a wrong form', FAILED, 'final', {
    ...{ elo: '30', visa: '12', mastercard: '30', amex: '181 A3' },
  }),
  row('trouble at the acquirer', FAILED, 'final', { elo: '19', visa: '19' }),
  row('ask the acquirer', FAILED, 'passing', { elo: '6' }),
  row('merchant not valid', FAILED, 'final', {
    ...{ elo: '58', visa: '3', mastercard: '3', amex: '109 DA' },
  }),
  row('amount not valid', FAILED, 'final', {
    ...{ elo: '13 64', visa: '13', mastercard: '13', amex: '110 JB' },
  }),
  row('instalments not valid', FAILED, 'final', { elo: '23', mastercard: '12' }),
  row('not routed', FAILED, 'final', { visa: '92', mastercard: '92' }),
  row('told twice', FAILED, 'final', { visa: '94', mastercard: '94' }),
  row('wrong reversal', FAILED, 'final', { visa: '76' }),
  row('other than was authorised before', FAILED, 'final', { visa: 'N8' }),
  row('surcharge not supported', FAILED, 'passing', { visa: 'B1 B2' }),
  row('issuer down', UNAVAILABLE, 'passing', {
    ...{ elo: '91', visa: '91', mastercard: '91', amex: '912 A1' },
  }),
  row('system failed', UNAVAILABLE, 'passing', {
    ...{ elo: '96', visa: '96', mastercard: '96', amex: '911 AE' },
  }),
  row('to be sent again', UNAVAILABLE, 'passing', { elo: '4', visa: 'N0' }),
];
