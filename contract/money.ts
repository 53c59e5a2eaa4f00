import * as z from 'zod/mini';

/** Decision: R$ 999 999 999,99 is beyond any sale, and far from where numbers are inexact. */
export const MAX_AMOUNT_CENTAVOS = 99_999_999_999;

/**
 * An amount of money: an integer count of centavos (BRL), at least 1.
 * `100` is R$ 1,00. Source: spec, "All money amounts are integers in centavos".
 * @internal
 */
export const centavosSchema = /* @__PURE__ */ z
  .int()
  .check(z.minimum(1), z.maximum(MAX_AMOUNT_CENTAVOS));

/** An amount of money in centavos. */
export type Centavos = number;

/** As `centavosSchema`; for the frame, which weighs every schema kind. */
export function isCentavos(value: unknown): value is Centavos {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MAX_AMOUNT_CENTAVOS;
}
