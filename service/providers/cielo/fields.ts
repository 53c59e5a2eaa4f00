import * as z from 'zod/mini';
import type { OutgoingAnswer } from '../outgoing/answer.ts';
import { readAnswered } from '../outgoing/answer.ts';

/** What we read of the acquirer's answers, and no more; sources in `profiles.ts`. */

const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const guid = z.string().check(z.regex(GUID));
const centavos = z.int().check(z.minimum(0));
const text = z.nullish(z.string());

export const saleSchema = z.object({
  MerchantOrderId: z.string(),
  Payment: z.object({
    PaymentId: guid,
    Status: z.int(),
    Amount: centavos,
    CapturedAmount: z.nullish(centavos),
    VoidedAmount: z.nullish(centavos),
    /** `2022-07-29 17:16:21`, in Brazil's time. */
    VoidedDate: text,
    ReturnCode: text,
    ProviderReturnCode: text,
    MerchantAdviceCode: text,
    /** How the card's network calls it; the manual has it here, answers of others with the card. */
    IssuerTransactionId: text,
    CreditCard: z.nullish(
      z.object({
        CardOnFile: z.nullish(z.object({ IssuerTransactionId: text, BrandTransactionId: text })),
      }),
    ),
    /** 0 unknown, 1 accept, 2 reject, 3 review, 4 aborted, 5 unfinished. */
    FraudAnalysis: z.nullish(z.object({ Status: z.nullish(z.int()) })),
    /** The acquirer takes the sale back by itself. */
    TryAutomaticCancellation: z.nullish(z.boolean()),
  }),
});

export type Sale = z.infer<typeof saleSchema>;

const listed = z.array(z.object({ PaymentId: guid }));

const salesOfOrderSchema = z.union([
  z.pipe(
    z.object({ Payments: listed }),
    z.transform(({ Payments }) => Payments),
  ),
  z.pipe(
    z.object({ Payment: listed }),
    z.transform(({ Payment }) => Payment),
  ),
]);

export const changeSchema = z.object({
  Status: z.int(),
  ReturnCode: text,
  ReturnMessage: text,
  ProviderReturnCode: text,
});

export const storedCardSchema = z.object({ CardToken: guid });

export const noticeSchema = z.object({ PaymentId: guid });

const faultSchema = z.object({
  Code: z.optional(z.union([z.number(), z.string()])),
  ReturnCode: z.optional(z.union([z.number(), z.string()])),
});

export function isGuid(value: string): boolean {
  return GUID.test(value);
}

/** The sale that an answer tells of; throws where it tells of none. */
export function readSale(answer: OutgoingAnswer): Sale {
  return readAnswered(answer, saleSchema, 'the acquirer does not tell of the sale');
}

/** The payments of an order; none where the acquirer has not got it. */
export function readSalesOfOrder(answer: OutgoingAnswer): string[] {
  if (saysNotFound(answer)) return [];
  const otherwise = 'the acquirer does not tell of the order';
  return readAnswered(answer, salesOfOrderSchema, otherwise).map(({ PaymentId }) => PaymentId);
}

/** It has not got what was looked for: a 404 with nothing in it. */
export function saysNotFound(answer: OutgoingAnswer): boolean {
  return answer.kind === 'rejected' && answer.status === 404 && answer.body === null;
}

/** The codes of a refusal before anything was done, a bare list; null for another kind of answer. */
export function readFaults(answer: OutgoingAnswer): string[] | null {
  if (answer.kind !== 'rejected' || answer.status !== 400) return null;
  const faults = z.array(faultSchema).check(z.minLength(1)).safeParse(answer.body);
  if (!faults.success) return null;
  return faults.data.map(({ Code, ReturnCode }) => `${Code ?? ReturnCode ?? ''}`);
}
