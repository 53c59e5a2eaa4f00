import { ADVICE } from '../../contract/errors/checkout-error-code.ts';
import type { DeclineReason } from '../../contract/errors/decline-reason.ts';
import type { KnownValue } from '../../contract/known-value.ts';
import type { Locale } from '../../contract/locale.ts';
import { toLocale } from '../../contract/locale.ts';
import type { DECLINES } from './refusal-outcome.ts';

/** What helps after a refusal. */
export type DeclineNext = 'same-card' | 'other-card' | 'cvv' | 'wait' | 'other-method';

/** What a buyer reads of a refusal, and what helps. */
export type DeclineText = { userMessage: string; next: DeclineNext };

const BANK_IS_DOWN: { readonly [locale in Locale]: string } = {
  'pt-BR': 'O banco deste cartão não está respondendo. Espere alguns minutos ou use outro cartão.',
  en: "This card's bank is not responding. Wait a few minutes, or use another card.",
  es: 'El banco de esta tarjeta no responde. Espera unos minutos o usa otra tarjeta.',
};

type Row = readonly [next: DeclineNext, text: { readonly [locale in Locale]: string }];

const OTHER_CARD: Row = ['other-card', ADVICE.otherCard];
const LIMIT: Row = ['other-card', ADVICE.cardLimit];

const ROWS: { readonly [reason in DeclineReason]: Row } = {
  insufficient_funds: LIMIT,
  limit_exceeded: LIMIT,
  card_expired: OTHER_CARD,
  card_blocked: OTHER_CARD,
  invalid_card: ['same-card', ADVICE.checkCard],
  invalid_cvv: ['cvv', ADVICE.checkCvv],
  suspected_fraud: ['other-method', ADVICE.otherCard],
  not_allowed: OTHER_CARD,
  tries_exceeded: OTHER_CARD,
  retry_not_allowed: OTHER_CARD,
  not_authenticated: ['same-card', ADVICE.again],
  issuer_unavailable: ['wait', BANK_IS_DOWN],
  do_not_honour: OTHER_CARD,
};

/** Of a payin that ended without the issuer's word. */
const STATUSES: { readonly [status: string]: Row | undefined } = {
  FAILED: ['same-card', ADVICE.again],
  CANCELED: ['same-card', ADVICE.again],
  EXPIRED: ['other-method', ADVICE.again],
  REFUSED: OTHER_CARD,
};

/** The refusals of POST /payin that are no payin, as the reason they come closest to. */
const CODES: { readonly [code in (typeof DECLINES)[number]]: DeclineReason } = {
  INVALID_CVV: 'invalid_cvv',
  PAYER_LIMIT_REJECTED: 'limit_exceeded',
  REJECTED_BY_RISK: 'suspected_fraud',
};

/** What helps after what an answer tells; null where it tells of no refusal. */
export function findDecline(answer: object, locale?: KnownValue<Locale>): DeclineText | null {
  const { declineReason, status, error, code, details } = Object(answer);
  const told = details?.apiCode ?? error?.code ?? code;
  const reason: unknown = declineReason ?? Object.entries(CODES).find(([one]) => one === told)?.[1];
  const known = Object.entries(ROWS).find(([name]) => name === reason)?.[1];
  const row = known ?? STATUSES[String(status)];
  return row ? { next: row[0], userMessage: row[1][toLocale(locale)] } : null;
}

/**
 * What to say to the buyer of a payin that was refused, and what helps; also for the body of a
 * refused POST /payin, or an error of ours. What is not known here asks for another card. Pure.
 *
 * @example
 * const { userMessage, next } = declineText(payin, 'pt-BR');
 */
export function declineText(answer: object, locale?: KnownValue<Locale>): DeclineText {
  const text = ADVICE.otherCard[toLocale(locale)];
  return findDecline(answer, locale) ?? { next: 'other-card', userMessage: text };
}
