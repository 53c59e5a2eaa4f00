import * as z from 'zod/mini';
import { lineOfText } from '../text.ts';

/**
 * Who pays, for a provider's script that asks for them before the order. A part of the customer of
 * POST /payin, where it is held to all that it must be; here only its form is.
 */
export const threeDSPayerSchema = z.object({
  name: lineOfText(150),
  email: lineOfText(254),
  phone: lineOfText(20),
  address: z.object({
    street: lineOfText(200),
    number: lineOfText(20),
    complement: z.optional(lineOfText(200)),
    city: lineOfText(100),
    state: lineOfText(2),
    zipCode: lineOfText(9),
  }),
});

export type ThreeDSPayer = z.infer<typeof threeDSPayerSchema>;
