/**
 * What a page may tell of the payment that the card in the frame was tokenized for. `challenge`:
 * the bank asks the buyer. `ended`: it did. `again`: it came to nothing and the card was not
 * refused. `cvv`: its CVV is to be typed again. `refused`: the card was. `approved`: nothing more is
 * wanted of the card.
 */
export const CARD_OUTCOMES = ['challenge', 'ended', 'again', 'cvv', 'refused', 'approved'] as const;
export type CardOutcome = (typeof CARD_OUTCOMES)[number];
