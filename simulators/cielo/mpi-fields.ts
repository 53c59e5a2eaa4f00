import { z } from 'zod';

/**
 * What the MPI asks of each of its calls; sources in `mpi-routes.ts`. Names are compared as they are
 * written there, though the real one is said not to mind their case.
 */

const purchase = {
  orderNumber: z.string().min(1).max(50),
  currency: z.literal('BRL'),
  totalAmount: z.int().min(1).max(99_999_999_999),
  card: z.object({
    cardNumber: z.string().regex(/^\d{13,19}$/),
    expirationMonth: z.string().regex(/^(0[1-9]|1[0-2])$/),
    expirationYear: z.string().regex(/^20\d{2}$/),
    paymentMethod: z.optional(z.enum(['credit', 'debit'])),
  }),
};

export const tokenFields = z.object({
  EstablishmentCode: z.string().regex(/^\d{10}$/),
  MerchantName: z.string().min(1).max(25),
  MCC: z.string().regex(/^\d{4}$/),
});

export const initFields = z.object({
  orderNumber: purchase.orderNumber,
  // The number of ISO 4217 here, its letters later.
  currency: z.literal('986'),
  amount: purchase.totalAmount,
});

const words = z.string().min(1).max(2048);
const whole = z.int().min(0);

export const enrollFields = z.object({
  ...purchase,
  authNotifyOnly: z.optional(z.boolean()),
  billTo: z.object({
    ...{ name: words, street1: words, street2: z.optional(z.string()), city: words },
    ...{ email: z.email(), state: z.string().length(2), country: z.literal('BR') },
    ...{ phoneNumber: z.string().regex(/^\d{10,15}$/), zipCode: z.string().regex(/^\d{8}$/) },
  }),
  browserInfo: z.object({
    ...{ userAgent: words, language: z.string().min(1).max(8) },
    ...{ screenWidth: whole, screenHeight: whole, colorDepth: whole, timeZoneOffset: z.int() },
    ...{ javaEnabled: z.boolean(), javascriptEnabled: z.boolean() },
  }),
});

export const validateFields = z.object({ ...purchase, transactionId: z.string().min(1) });
