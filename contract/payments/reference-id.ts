import { isLineOfText, lineOfText } from '../text.ts';

const MAX_LENGTH = 100;

/** The merchant's own identifier of a charge: what a payin is reconciled by. */
export const referenceIdSchema = /* @__PURE__ */ lineOfText(MAX_LENGTH);

export function isReferenceId(value: unknown): value is string {
  return isLineOfText(value, MAX_LENGTH);
}
