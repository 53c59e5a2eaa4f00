import * as z from 'zod/mini';
import { centavosSchema } from '../money.ts';
import { lineOfText } from '../text.ts';
import { payinStatusSchema } from './payin.ts';
import { paymentMethodSchema } from './payment-method.ts';

/**
 * Of `POST /checkout/pix-view` and `/checkout/payment-view`: in a body, since addresses are logged.
 * `withSquares`: the QR code too, which is wanted once; the status is asked for again and again.
 */
export const pixViewRequestSchema = z.object({
  viewToken: lineOfText(300),
  withSquares: z.optional(z.boolean()),
});

/** `squares`: bits by rows from the top left, 1 for dark, in base64. Without the light margin. */
export const qrSquaresSchema = z.object({ size: z.number(), squares: z.string() });
export type QrSquares = z.infer<typeof qrSquaresSchema>;

/**
 * All that a holder of a PIX's view token may know. `qrcode`: null as soon as it must not be paid
 * any more; `qr`: null then and where it was not asked for. `remainingMs`: until `expiresAt`, by
 * the service's clock.
 */
export const pixViewSchema = z.object({
  status: payinStatusSchema,
  amount: centavosSchema,
  merchantName: z.string(),
  qrcode: z.nullable(z.string()),
  qr: z.nullable(qrSquaresSchema),
  expiresAt: z.string(),
  remainingMs: z.number(),
});

/**
 * All that a holder of the view token of any payin that waits for its buyer may know of it: never a
 * name, a document or the PDF's address. `qrcode`: the code of a PIX, or that on a boleto; `barcode`:
 * the digitable line; `openFinanceRedirectUrl`: where the buyer consents; all null as soon as it must
 * not be paid any more. `dueDate`: `YYYY-MM-DD`.
 */
export const paymentViewSchema = z.extend(pixViewSchema, {
  paymentMethod: paymentMethodSchema,
  barcode: z.nullable(z.string()),
  dueDate: z.nullable(z.string()),
  openFinanceRedirectUrl: z.nullable(z.url()),
});

export type PaymentView = z.infer<typeof paymentViewSchema>;
export type PixView = z.infer<typeof pixViewSchema>;
