import * as z from 'zod/mini';
import { centavosSchema } from '../money.ts';
import { anyCustomerSchema, customerSchema } from './customer.ts';
import { payinItemSchema, refusedPayinSchema } from './payin.ts';
import { paymentMethodSchema } from './payment-method.ts';
import { referenceIdSchema } from './reference-id.ts';

/** `PAID` stays, whatever leaves of the money later; `ENDED` also where a limit is reached. */
export const paymentPageStatusSchema = z.enum(['OPEN', 'PAID', 'ENDED', 'EXPIRED']);
export type PaymentPageStatus = z.infer<typeof paymentPageStatusSchema>;

/** Decision: a page for one order is open for a week where nobody says how long. */
export const PAGE_SECONDS = { least: 60, most: 365 * 24 * 60 * 60, byDefault: 7 * 24 * 60 * 60 };

/** Decision: up to a thousand payments of one page are counted; more is a page without a limit. */
const MOST_PAYMENTS = 1_000;

const webAddressSchema = z.url({ protocol: /^https?$/ }).check(z.maxLength(2048));

/**
 * `POST /payment-page`: what is sold, and for how much. `methods`: in the order in which they are
 * shown; all of the account where they are left out. `prices`: by a method, where that is not
 * `amount`. `customer`: what is known of who pays; the page asks for the rest. `limit`: how many may
 * pay by a reusable page.
 */
export const paymentPageRequestSchema = z.object({
  amount: centavosSchema,
  referenceId: referenceIdSchema,
  items: z.array(payinItemSchema).check(z.minLength(1), z.maxLength(50)),
  isPhysicalProduct: z.boolean(),
  methods: z.optional(z.array(paymentMethodSchema).check(z.minLength(1), z.maxLength(4))),
  prices: z.optional(
    z.object({
      PIX: z.optional(centavosSchema),
      BOLETO: z.optional(centavosSchema),
      CREDIT_CARD: z.optional(centavosSchema),
      OPEN_FINANCE: z.optional(centavosSchema),
    }),
  ),
  customer: z.optional(z.partial(customerSchema)),
  expiresInSeconds: z.optional(
    z.int().check(z.minimum(PAGE_SECONDS.least), z.maximum(PAGE_SECONDS.most)),
  ),
  successUrl: z.optional(webAddressSchema),
  cancelUrl: z.optional(webAddressSchema),
  webhookUrl: z.optional(webAddressSchema),
  reusable: z.optional(z.boolean()),
  limit: z.optional(z.int().check(z.minimum(1), z.maximum(MOST_PAYMENTS))),
});
export type PaymentPageRequest = z.infer<typeof paymentPageRequestSchema>;

/** The same to an account that takes companies as payers (`companyPayers`). */
export const companyPaymentPageRequestSchema = z.extend(paymentPageRequestSchema, {
  customer: z.optional(z.partial(anyCustomerSchema)),
});

/**
 * A payment page as it stands. `payin`: the one that pays it, or waits for its buyer; null for a
 * reusable page, whose `payments` tells how many have paid. Times in ISO 8601; `expiresAt` is null
 * where it has no end.
 */
export const paymentPageSchema = z.object({
  id: z.string(),
  url: z.url(),
  status: paymentPageStatusSchema,
  referenceId: z.string(),
  amount: centavosSchema,
  reusable: z.boolean(),
  limit: z.nullable(z.number()),
  payments: z.number(),
  payin: z.nullable(refusedPayinSchema),
  expiresAt: z.nullable(z.string()),
  createdAt: z.string(),
});
export type PaymentPageRecord = z.infer<typeof paymentPageSchema>;
