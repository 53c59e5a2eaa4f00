import * as z from 'zod/mini';
import { centavosSchema } from '../money.ts';

/**
 * Why money of a payin went back although the merchant had not asked this service for it.
 * - `elsewhere`: somebody gave it back at the provider's own pages.
 * - `med_fraud`, `med_operational`, `med_recurring`: the banks took a PIX back (MED), for a fraud, for
 *   a failure of a bank's, or a recurring one that was not allowed.
 * - `acquirer`: the acquirer has reversed it.
 * - `chargeback`: the cardholder has contested the charge.
 */
export const RETURN_NATURES = [
  'elsewhere',
  'med_fraud',
  'med_operational',
  'med_recurring',
  'acquirer',
  'chargeback',
] as const;

export const returnNatureSchema = z.enum(RETURN_NATURES);
export type ReturnNature = z.infer<typeof returnNatureSchema>;

/**
 * What an event tells of money that went back or is contested: `amount` in centavos. `answerBy`: until
 * when the provider takes an answer to a dispute, ISO 8601; null where it tells none, or none is asked.
 */
export const payinReturnSchema = z.object({
  amount: centavosSchema,
  nature: returnNatureSchema,
  answerBy: z.nullable(z.string()),
});
export type PayinReturn = z.infer<typeof payinReturnSchema>;
