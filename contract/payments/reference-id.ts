import { isLineOfText, lineOfText } from '../text.ts';

const MAX_LENGTH = 100;

/**
 * The merchant's own identifier of a charge: what a payin is reconciled by. At most 100 characters.
 */
export const referenceIdSchema = /* @__PURE__ */ lineOfText(MAX_LENGTH);

/** True for an identifier as `referenceIdSchema` takes it. */
export function isReferenceId(value: unknown): value is string {
  return isLineOfText(value, MAX_LENGTH);
}
