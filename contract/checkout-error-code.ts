import type { CardField, FieldProblem } from './card-field.ts';
import type { KnownValue } from './known-value.ts';
import type { Locale } from './locale.ts';
import type { ApiRule } from './refusal-rule.ts';
import type { ThreeDSFailureReason } from './three-d-secure.ts';

/** Who can act: the developer, the buyer, the network, the provider, or we. */
export type CheckoutErrorType = 'merchant' | 'customer' | 'network' | 'provider' | 'internal';

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
  PAYMENT_ENDPOINT_FAILED: Details & { status?: number; apiCode?: string };
  UNSUPPORTED: Details & { cause?: 'coep'; field?: string };
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

/** What a buyer can do, in words. Only where the network failed is their connection blamed. */
const BUYER_TEXTS = {
  checkCard: {
    'pt-BR': 'Confira os dados do cartão e tente de novo.',
    en: 'Check the card details and try again.',
    es: 'Revisa los datos de la tarjeta e inténtalo de nuevo.',
  },
  checkCvv: {
    'pt-BR': 'Confira o código de segurança e tente de novo.',
    en: 'Check the security code and try again.',
    es: 'Revisa el código de seguridad e inténtalo de nuevo.',
  },
  checkDetails: {
    'pt-BR': 'Confira os dados e tente de novo.',
    en: 'Check the details and try again.',
    es: 'Revisa los datos e inténtalo de nuevo.',
  },
  cardLimit: {
    'pt-BR': 'O limite deste cartão não basta. Tente com outro cartão.',
    en: 'The limit of this card is too low. Try another card.',
    es: 'El límite de esta tarjeta no alcanza. Prueba con otra tarjeta.',
  },
  otherCard: {
    'pt-BR': 'O banco não autorizou este cartão. Tente com outro cartão.',
    en: 'The bank did not authorize this card. Try another card.',
    es: 'El banco no autorizó esta tarjeta. Prueba con otra tarjeta.',
  },
  cancelled: {
    'pt-BR': 'A confirmação foi cancelada. Para pagar, tente de novo.',
    en: 'The confirmation was cancelled. To pay, try again.',
    es: 'La confirmación se canceló. Para pagar, inténtalo de nuevo.',
  },
  again: {
    'pt-BR': 'Não foi possível concluir. Por favor, tente de novo.',
    en: 'We could not finish. Please try again.',
    es: 'No pudimos terminar. Por favor, inténtalo de nuevo.',
  },
  connection: {
    'pt-BR': 'Não foi possível concluir. Verifique sua conexão e tente de novo.',
    en: 'We could not finish. Check your connection and try again.',
    es: 'No pudimos terminar. Revisa tu conexión e inténtalo de nuevo.',
  },
  unavailable: {
    'pt-BR': 'O pagamento com cartão não está disponível agora.',
    en: 'Card payment is not available now.',
    es: 'El pago con tarjeta no está disponible ahora.',
  },
} satisfies { [text: string]: { [locale in Locale]: string } };

type Row = readonly [
  type: CheckoutErrorType,
  isRetryable: boolean,
  buyerText: keyof typeof BUYER_TEXTS,
];

/**
 * Who can act, whether the same call may succeed when made again, and what the buyer is told. Every
 * page of a shop loads these rows, so that what only the documentation says of a code stands in
 * `error-guide.ts`.
 */
const ROWS: { readonly [code in CheckoutErrorCode]: Row } = {
  THREEDS_EXPIRED: ['customer', true, 'again'],
  THREEDS_FAILED: ['customer', false, 'otherCard'],
  THREEDS_SDK_UNAVAILABLE: ['merchant', true, 'again'],
  INVALID_ARGUMENT: ['merchant', false, 'again'],
  INVALID_CARD: ['customer', true, 'checkCard'],
  CONTAINER_NOT_FOUND: ['merchant', false, 'again'],
  ALREADY_MOUNTED: ['merchant', false, 'again'],
  DESTROYED: ['merchant', false, 'again'],
  ABORTED: ['merchant', true, 'again'],
  TIMEOUT: ['network', true, 'connection'],
  NETWORK: ['network', true, 'connection'],
  FRAME_UNAVAILABLE: ['network', true, 'again'],
  FRAME_VERSION_MISMATCH: ['merchant', false, 'again'],
  FRAME_LOST: ['merchant', true, 'again'],
  CHANNEL_FLOODED: ['merchant', false, 'again'],
  CALL_NOT_ALLOWED: ['internal', false, 'again'],
  SCRIPT_UNAVAILABLE: ['network', true, 'again'],
  PAYMENT_ENDPOINT_FAILED: ['merchant', true, 'again'],
  UNSUPPORTED: ['merchant', false, 'again'],
  INTERNAL: ['internal', true, 'again'],
  INVALID_DATA: ['merchant', false, 'checkDetails'],
  REJECTED_BY_RISK: ['customer', false, 'otherCard'],
  PAYER_LIMIT_REJECTED: ['customer', false, 'cardLimit'],
  INVALID_CVV: ['customer', true, 'checkCvv'],
  UNAUTHORIZED: ['merchant', false, 'again'],
  INVALID_CREDENTIALS: ['merchant', false, 'again'],
  FORBIDDEN: ['merchant', false, 'again'],
  NOT_FOUND: ['merchant', false, 'again'],
  KYC_NOT_APPROVED: ['merchant', false, 'unavailable'],
  COMPANY_BLOCKED: ['merchant', false, 'unavailable'],
  METHOD_NOT_ENABLED: ['merchant', false, 'unavailable'],
  ORIGIN_NOT_REGISTERED: ['merchant', false, 'unavailable'],
  RATE_LIMITED: ['network', true, 'again'],
  PAYLOAD_TOO_LARGE: ['merchant', false, 'again'],
  PROVIDER_ERROR: ['provider', true, 'again'],
  UNAVAILABLE: ['network', true, 'again'],
  UNKNOWN_ANSWER: ['merchant', false, 'again'],
};

/** False for a code of a newer release, and for any text that is no code. */
export function isCheckoutErrorCode(code: string): code is CheckoutErrorCode {
  return Object.hasOwn(ROWS, code);
}

export function classOf(code: CheckoutErrorCode): { type: CheckoutErrorType; retryable: boolean } {
  const [type, retryable] = ROWS[code];
  return { type, retryable };
}

/**
 * What to tell the buyer about an error, in the client's language. Who left a challenge is not told
 * that the bank refused: the same card may be tried again.
 */
export function userMessage(
  code: CheckoutErrorCode,
  locale: Locale,
  details: { phase?: string; reason?: ThreeDSFailureReason } = {},
): string {
  return BUYER_TEXTS[details.reason === 'cancelled' ? 'cancelled' : ROWS[code][2]][locale];
}
