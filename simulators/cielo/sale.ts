import type { SaleFields } from './fields.ts';

/** The manual's "Status transacional", as far as cards reach it. */
export const STATUS = {
  notFinished: 0,
  /** Of a sale that was not captured at once, as a test may leave one. */
  authorized: 1,
  confirmed: 2,
  denied: 3,
  voided: 10,
  refunded: 11,
  aborted: 13,
} as const;

export type SaleStatus = (typeof STATUS)[keyof typeof STATUS];

/** What is kept and told again of a request: neither number nor security code. */
export type KeptFields = Pick<SaleFields, 'MerchantOrderId' | 'Customer'> & {
  Payment: Omit<SaleFields['Payment'], 'CreditCard'>;
};

/** One sale as the acquirer keeps it, with the card masked. Amounts in centavos. */
export type Sale = {
  paymentId: string;
  tid: string;
  authorizationCode: string;
  fields: KeptFields;
  brand: string;
  /** Of the card; the number as `455187******0183`. */
  maskedNumber: string;
  holder: string;
  expirationDate: string;
  cardToken: string | null;
  brandTransactionId: string | null;
  receivedAt: number;
  status: SaleStatus;
  /** As `FraudAnalysis.Status` tells it; null where the risk was not judged. */
  risk: number | null;
  returnCode: string;
  returnMessage: string;
  merchantAdviceCode: string | null;
  capturedAmount: number;
  capturedAt: number | null;
  voidedAmount: number;
  voidedAt: number | null;
};

/** The manual's status of an analysis. */
export const RISK = { accept: 1, reject: 2, review: 3 } as const;
export type Risk = keyof typeof RISK;

export type Decision = {
  status: 'authorized' | 'denied' | 'unfinished';
  returnCode: string;
  returnMessage?: string;
  merchantAdviceCode?: string;
};

/** As the sandbox, which draws 9 by lot; here it is authorised: no test may depend on a lot. */
const BY_LAST_DIGIT: Readonly<Record<string, Decision>> = {
  2: { status: 'denied', returnCode: '05', returnMessage: 'Not Authorized' },
  3: { status: 'denied', returnCode: '57', returnMessage: 'Card Expired' },
  5: { status: 'denied', returnCode: '78', returnMessage: 'Blocked Card' },
  6: { status: 'denied', returnCode: '99', returnMessage: 'Time Out' },
  7: { status: 'denied', returnCode: '77', returnMessage: 'Card Canceled' },
  8: { status: 'denied', returnCode: '70', returnMessage: 'Problems with Creditcard' },
};

export function decideByNumber(cardNumber: string): Decision {
  return BY_LAST_DIGIT[cardNumber.slice(-1)] ?? { status: 'authorized', returnCode: '6' };
}

export function mask(cardNumber: string): string {
  const hidden = '*'.repeat(Math.max(0, cardNumber.length - 10));
  return `${cardNumber.slice(0, 6)}${hidden}${cardNumber.slice(-4)}`;
}
