import type { CardField, FieldProblem } from '../card/card-field.ts';
import type { CardOutcome } from '../card/card-outcome.ts';
import type { ThreeDSFailureReason } from '../card/three-d-secure.ts';
import type { KnownValue } from '../known-value.ts';
import type { Locale } from '../locale.ts';
import type { DeclineReason } from './decline-reason.ts';
import type { ApiRule } from './refusal-rule.ts';

/** Who can act: the developer, the buyer, the network, the provider, or we. */
export type CheckoutErrorType = 'merchant' | 'customer' | 'network' | 'provider' | 'internal';

/**
 * What an error says of the order's money. `unknown`: the merchant's endpoint was asked, and nobody
 * has told what came of it. `charged`: the order was paid.
 */
export type PaymentOutcome = 'not-charged' | 'unknown' | 'charged';

/** What any failure may tell: the step it failed at, and the payin that exists by then. */
type Details = { phase?: string; payinId?: string };

/** A field that cannot stand as it is: `path` names it, `message` says what it must be. */
type FieldDetail = { path: string; message: string };

/** A field that the service refused, by the rule that it broke; an older service names none. */
type RefusedField = FieldDetail & {
  rule?: KnownValue<ApiRule>;
  params?: { readonly [param: string]: string | number };
};

/** Where the service itself refused: its status, the fields it names, the id to ask us with. */
type RefusalDetails = Details & {
  status?: number;
  fields?: readonly RefusedField[];
  requestId?: string;
};

/**
 * Every code a `CheckoutError` may carry, each with the shape of its `details`: plain facts, such
 * as which field, phase, cause or directive, and never a value a buyer typed. The specification's
 * three codes first, then ours, then the API's own where a call reached the service and was
 * refused. Source: spec, "SDK error codes" and "Errors".
 */
export interface CheckoutErrorDetails {
  THREEDS_EXPIRED: Details;
  THREEDS_FAILED: Details & { reason: ThreeDSFailureReason };
  /** `host` alone: the origin of ours that should have loaded the script. */
  THREEDS_SDK_UNAVAILABLE: Details &
    (
      | { cause: 'csp'; directive: string; host: string }
      | { cause: 'blocked' | 'network' | 'timeout' | 'refused' | 'unsupported'; host?: string }
    );
  /** `field` or, where the hosted frame found it, `fields`. */
  INVALID_ARGUMENT: Details & { field?: string; fields?: readonly FieldDetail[] };
  INVALID_CARD: Details & { fields: readonly { field: CardField; problem: FieldProblem }[] };
  CONTAINER_NOT_FOUND: Details;
  ALREADY_MOUNTED: Details;
  DESTROYED: Details;
  ABORTED: Details;
  TIMEOUT: Details;
  /** `cause` where the page's own policy blocked the request: the directive to extend, by what. */
  NETWORK: Details & { cause?: 'csp'; directive?: string; host?: string };
  /** `directive` and `host` where the cause is `csp`: the directive to extend, and by what. */
  FRAME_UNAVAILABLE: Details & {
    cause: 'csp' | 'network' | 'http' | 'refused' | 'unknown';
    directive?: string;
    host?: string;
  };
  FRAME_VERSION_MISMATCH: Details;
  FRAME_LOST: Details;
  CHANNEL_FLOODED: Details;
  CALL_NOT_ALLOWED: Details;
  /** `url`: the script's. `host` where the policy blocked the sdk's own script. */
  SCRIPT_UNAVAILABLE: Details & { url: string } & (
      | { cause: 'csp'; directive: string; host?: string }
      | { cause: 'http'; status: number }
      | { cause: 'blocked' | 'network' | 'integrity' | 'timeout' | 'wrong-script' }
    );
  /** Of the merchant's endpoint: its status, and the code of the service's refusal it passed on. */
  PAYMENT_ENDPOINT_FAILED: RefusalDetails & { apiCode?: string };
  /** Of the payin that was refused, where its acquirer says why. */
  PAYMENT_DECLINED: Details & { declineReason?: KnownValue<DeclineReason> };
  UNSUPPORTED: Details & { cause?: 'browser' | 'coep' | 'page'; field?: string };
  INTERNAL: RefusalDetails;
  /** `field` where the browser found it: a member of the payin that was taken away or changed. */
  INVALID_DATA: RefusalDetails & { field?: string };
  REJECTED_BY_RISK: RefusalDetails;
  PAYER_LIMIT_REJECTED: RefusalDetails;
  INVALID_CVV: RefusalDetails;
  UNAUTHORIZED: RefusalDetails;
  INVALID_CREDENTIALS: RefusalDetails;
  FORBIDDEN: RefusalDetails;
  NOT_FOUND: RefusalDetails;
  KYC_NOT_APPROVED: RefusalDetails;
  COMPANY_BLOCKED: RefusalDetails;
  METHOD_NOT_ENABLED: RefusalDetails & { field?: string };
  ORIGIN_NOT_REGISTERED: Details;
  RATE_LIMITED: RefusalDetails;
  PAYLOAD_TOO_LARGE: RefusalDetails;
  PROVIDER_ERROR: RefusalDetails;
  UNAVAILABLE: RefusalDetails;
  /** `apiCode`: the code that was answered, as it was answered. */
  UNKNOWN_ANSWER: RefusalDetails & { apiCode: string };
}

export type CheckoutErrorCode = keyof CheckoutErrorDetails;

type Row = {
  /** Whether the same call may succeed when made again. */
  again: boolean;
  /** What the card element does with its card; null: card and token stay as they are. */
  card: CardOutcome | null;
} & { readonly [locale in Locale]: string };

/** By what the buyer can do. Only where the network failed is their connection blamed. */
export const ADVICE = {
  checkCard: {
    again: true,
    card: 'again',
    'pt-BR': 'Confira os dados do cartão e tente de novo.',
    en: 'Check the card details and try again.',
    es: 'Revisa los datos de la tarjeta e inténtalo de nuevo.',
  },
  checkCvv: {
    again: true,
    card: 'cvv',
    'pt-BR': 'Confira o código de segurança e tente de novo.',
    en: 'Check the security code and try again.',
    es: 'Revisa el código de seguridad e inténtalo de nuevo.',
  },
  checkDetails: {
    again: false,
    card: 'again',
    'pt-BR': 'Confira os dados e corrija.',
    en: 'Check the details and correct them.',
    es: 'Revisa los datos y corrígelos.',
  },
  cardLimit: {
    again: false,
    card: 'refused',
    'pt-BR': 'O limite deste cartão não é suficiente. Tente com outro cartão.',
    en: "This card's limit is too low. Try another card.",
    es: 'El límite de esta tarjeta no alcanza. Prueba con otra tarjeta.',
  },
  otherCard: {
    again: false,
    card: 'refused',
    'pt-BR': 'O banco não autorizou este cartão. Tente com outro cartão.',
    en: 'The bank did not authorize this card. Try another card.',
    es: 'El banco no autorizó esta tarjeta. Prueba con otra tarjeta.',
  },
  cancelled: {
    again: true,
    card: 'again',
    'pt-BR': 'A confirmação foi cancelada. Tente de novo.',
    en: 'The confirmation was cancelled. Try again.',
    es: 'La confirmación se canceló. Inténtalo de nuevo.',
  },
  again: {
    again: true,
    card: 'again',
    'pt-BR': 'Não foi possível concluir. Tente de novo.',
    en: 'We could not complete the payment. Try again.',
    es: 'No se pudo completar. Inténtalo de nuevo.',
  },
  connection: {
    again: true,
    card: 'again',
    'pt-BR': 'Não foi possível concluir. Verifique sua conexão e tente de novo.',
    en: 'We could not complete the payment. Check your connection and try again.',
    es: 'No se pudo completar. Revisa tu conexión e inténtalo de nuevo.',
  },
  unavailable: {
    again: false,
    card: 'again',
    'pt-BR': 'Esta forma de pagamento não está disponível agora.',
    en: 'This payment method is not available now.',
    es: 'Esta forma de pago no está disponible ahora.',
  },
  confirming: {
    again: true,
    card: null,
    'pt-BR': 'O pagamento está sendo confirmado. Não pague de novo.',
    en: 'The payment is being confirmed. Do not pay again.',
    es: 'El pago se está confirmando. No vuelvas a pagar.',
  },
  paid: {
    again: false,
    card: 'approved',
    'pt-BR': 'Este pedido já foi pago.',
    en: 'This order has already been paid.',
    es: 'Este pedido ya se pagó.',
  },
} satisfies { readonly [advice: string]: Row };

type Advice = keyof typeof ADVICE;

/** What the page or the account has wrong: nothing that its buyer can do. */
const FOR_MERCHANT = ['merchant', 'unavailable'] as const;

/** Every page of a shop loads these: what only the documentation says is in `error-guide.ts`. */
const CODES: { readonly [code in CheckoutErrorCode]: readonly [CheckoutErrorType, Advice] } = {
  THREEDS_EXPIRED: ['customer', 'again'],
  THREEDS_FAILED: ['customer', 'otherCard'],
  THREEDS_SDK_UNAVAILABLE: ['merchant', 'again'],
  INVALID_ARGUMENT: FOR_MERCHANT,
  INVALID_CARD: ['customer', 'checkCard'],
  CONTAINER_NOT_FOUND: FOR_MERCHANT,
  ALREADY_MOUNTED: FOR_MERCHANT,
  DESTROYED: FOR_MERCHANT,
  ABORTED: ['merchant', 'again'],
  TIMEOUT: ['network', 'connection'],
  NETWORK: ['network', 'connection'],
  FRAME_UNAVAILABLE: ['network', 'again'],
  FRAME_VERSION_MISMATCH: FOR_MERCHANT,
  FRAME_LOST: ['merchant', 'again'],
  CHANNEL_FLOODED: FOR_MERCHANT,
  CALL_NOT_ALLOWED: ['internal', 'unavailable'],
  SCRIPT_UNAVAILABLE: ['network', 'again'],
  PAYMENT_ENDPOINT_FAILED: FOR_MERCHANT,
  PAYMENT_DECLINED: ['customer', 'otherCard'],
  UNSUPPORTED: FOR_MERCHANT,
  INTERNAL: ['internal', 'again'],
  INVALID_DATA: ['merchant', 'checkDetails'],
  REJECTED_BY_RISK: ['customer', 'otherCard'],
  PAYER_LIMIT_REJECTED: ['customer', 'cardLimit'],
  INVALID_CVV: ['customer', 'checkCvv'],
  UNAUTHORIZED: FOR_MERCHANT,
  INVALID_CREDENTIALS: FOR_MERCHANT,
  FORBIDDEN: FOR_MERCHANT,
  NOT_FOUND: FOR_MERCHANT,
  KYC_NOT_APPROVED: FOR_MERCHANT,
  COMPANY_BLOCKED: FOR_MERCHANT,
  METHOD_NOT_ENABLED: FOR_MERCHANT,
  ORIGIN_NOT_REGISTERED: FOR_MERCHANT,
  RATE_LIMITED: ['network', 'again'],
  PAYLOAD_TOO_LARGE: FOR_MERCHANT,
  PROVIDER_ERROR: ['provider', 'again'],
  UNAVAILABLE: ['network', 'again'],
  UNKNOWN_ANSWER: FOR_MERCHANT,
};

/** False for a code of a newer release, and for any text that is no code. */
export function isCheckoutErrorCode(code: unknown): code is CheckoutErrorCode {
  return Object.keys(CODES).includes(String(code));
}

/** What an error tells beside its code, as far as its advice depends on it. */
type Told = { phase?: unknown; reason?: unknown; apiCode?: unknown };

/**
 * Who left a challenge is not told that the bank refused: the same card may be tried again, as
 * after a failure of the provider's. Of an endpoint that passed a refusal on, the refusal counts.
 */
export function adviceOf(
  code: CheckoutErrorCode,
  { reason, apiCode }: Told = {},
  outcome: PaymentOutcome = 'not-charged',
): Advice {
  if (outcome !== 'not-charged') return outcome === 'charged' ? 'paid' : 'confirming';
  if (reason === 'cancelled') return reason;
  if (reason === 'error') return 'again';
  return CODES[isCheckoutErrorCode(apiCode) ? apiCode : code][1];
}

export function classOf(
  code: CheckoutErrorCode,
  ...told: [told?: Told, outcome?: PaymentOutcome]
): { type: CheckoutErrorType; retryable: boolean } {
  return { type: CODES[code][0], retryable: ADVICE[adviceOf(code, ...told)].again };
}

export function userMessage(
  code: CheckoutErrorCode,
  locale: Locale,
  ...told: [told?: Told, outcome?: PaymentOutcome]
): string {
  return ADVICE[adviceOf(code, ...told)][locale];
}
