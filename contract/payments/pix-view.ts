import * as z from 'zod/mini';
import { centavosSchema } from '../money.ts';
import { lineOfText } from '../text.ts';
import { payinStatusSchema } from './payin.ts';
import { paymentMethodSchema } from './payment-method.ts';

/**
 * Body of `POST /checkout/pix-view` and `POST /checkout/payment-view`: the token in a body, since addresses are logged.
 * `withSquares`: whether the QR code is wanted too, which is once; the frame asks for the status
 * again and again.
 */
export const pixViewRequestSchema = z.object({
  viewToken: lineOfText(300),
  withSquares: z.optional(z.boolean()),
});

/**
 * A QR code to be drawn: `squares` has a bit for each of its `size` times `size` squares, row by
 * row from the top left, 1 for a dark one, in base64. Without the light margin that readers need.
 */
export const qrSquaresSchema = z.object({ size: z.number(), squares: z.string() });
export type QrSquares = z.infer<typeof qrSquaresSchema>;

/**
 * All that a holder of the view token of a payin by PIX may know of it. `qrcode` is the code to
 * copy and paste, null as soon as it must not be paid any more; `qr` is the same code to be drawn,
 * null then and where it was not asked for. `remainingMs`: until `expiresAt`, by the service's
 * clock.
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
