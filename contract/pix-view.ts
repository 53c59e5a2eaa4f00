import * as z from 'zod/mini';
import { centavosSchema } from './money.ts';
import { payinStatusSchema } from './payin.ts';
import { lineOfText } from './text.ts';

/** Body of `POST /checkout/pix-view`: the token in a body, since addresses are logged. */
export const pixViewRequestSchema = z.object({ viewToken: lineOfText(300) });

/**
 * All that whoever holds the view token of a payin by PIX may know of it. `qrcode` is the code to
 * copy and paste, null as soon as it must not be paid any more. `remainingMs`: until `expiresAt`, by
 * the service's clock.
 */
export const pixViewSchema = z.object({
  status: payinStatusSchema,
  amount: centavosSchema,
  merchantName: z.string(),
  qrcode: z.nullable(z.string()),
  expiresAt: z.string(),
  remainingMs: z.number(),
});

export type PixView = z.infer<typeof pixViewSchema>;
