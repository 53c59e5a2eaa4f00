import * as z from 'zod/mini';
import { centavosSchema } from '../money.ts';

export const PAYIN_CONTROLS = [
  'pay',
  'expire',
  'refund',
  'chargeback',
  'chargeback-reversal',
  'med',
  'med-reversal',
  'cancel',
] as const;

export type PayinControl = (typeof PAYIN_CONTROLS)[number];

/** Body of `POST /sandbox/payins/{id}/refund`: centavos; all that is left where it is absent. */
export const payinRefundRequestSchema = z.object({ amount: z.optional(centavosSchema) });
