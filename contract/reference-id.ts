import { lineOfText } from './text.ts';

/** The merchant's own identifier of a charge: what a payin is reconciled by. At most 100 characters. */
export const referenceIdSchema = lineOfText(100);
