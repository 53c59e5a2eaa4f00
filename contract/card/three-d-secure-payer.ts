import * as z from 'zod/mini';
import { lineOfText } from '../text.ts';

/** For a provider's script that asks before the order. The form alone: `POST /payin` asks more. */
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
