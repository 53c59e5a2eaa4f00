import * as z from 'zod/mini';
import { broken } from '../errors/broken-rule.ts';
import { isLineOfText, lineOfText } from '../text.ts';

const MAX_LENGTH = 100;

/** Blanks at an end, blanks that are none of the keyboard's, and what has no form of its own. */
const UNSEEN = /^ | $|(?! )\p{Z}|\u2800|\p{Cc}|\p{Default_Ignorable_Code_Point}/u;

/** What is looked for, since references from before the rule on unseen characters may have one. */
export const knownReferenceSchema = /* @__PURE__ */ lineOfText(MAX_LENGTH).check(
  /* @__PURE__ */ z.normalize('NFC'),
  // A few letters are longer in it.
  /* @__PURE__ */ z.maxLength(MAX_LENGTH),
);

/**
 * The merchant's own identifier of a charge: what a payin is reconciled by. Decision: two that look
 * the same are the same, so letters are taken in their composed form (Unicode NFC), and a character
 * that nobody sees is refused by its code point.
 */
export const referenceIdSchema = /* @__PURE__ */ knownReferenceSchema.check(({ value, issues }) => {
  const unseen = UNSEEN.exec(value)?.[0].codePointAt(0)?.toString(16).toUpperCase();
  if (unseen === undefined) return;
  const params = broken('unseen_character', { character: `U+${unseen.padStart(4, '0')}` });
  issues.push({ code: 'custom', input: value, params, continue: false });
});

export function isReferenceId(value: unknown): value is string {
  return isLineOfText(value, MAX_LENGTH);
}
