import * as z from 'zod/mini';
import { lineOfText } from '../text.ts';

/** A bank a buyer may pay from. `id` is the payin's `bankId`. Source: spec, "Bank record". */
export const bankSchema = z.object({
  id: lineOfText(100),
  name: lineOfText(100),
  logo: z.optional(z.url({ protocol: /^https?$/ })),
});

/** 200 of `GET /payin/open-finance/banks`. */
export const bankListSchema = z.object({ banks: z.array(bankSchema) });

export type Bank = z.infer<typeof bankSchema>;
export type BankList = z.infer<typeof bankListSchema>;
