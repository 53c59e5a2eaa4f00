import type {
  ChargeOutcome,
  TestCardBrand,
  ThreeDSResult,
} from '../../contract/card/test-card-numbers.ts';
import { TEST_CARD_NUMBERS } from '../../contract/card/test-card-numbers.ts';

export type { ChargeOutcome, TestCardBrand, ThreeDSResult };

/** A card of the sandbox, complete: it can be typed as it is. */
export type TestCard = {
  holderName: string;
  number: string;
  expiry: string;
  cvv: string;
  brand: TestCardBrand;
  /** On an account that asks for no authentication, or after one that ended well. */
  charge: ChargeOutcome;
  /**
   * On `pk_test_preorder` and `pk_test_postorder`; null: the number is in no table of the bank's.
   */
  threeDS: ThreeDSResult | null;
};

/** Every published card of the sandbox. Any other valid number is approved. */
export const TEST_CARDS: readonly TestCard[] = TEST_CARD_NUMBERS.flatMap(
  ([brand, charge, threeDS, numbers]) =>
    numbers.split(' ').map((number) => ({
      holderName: 'MARINA ALVES',
      number,
      expiry: '12/39',
      cvv: brand === 'amex' ? '1234' : '123',
      brand,
      charge,
      threeDS,
    })),
);

/**
 * The first card of the table that fits; without a wish one that is approved and asks nothing.
 * Throws where none fits.
 *
 * @example
 * testCard({ charge: 'REFUSED' });
 * testCard({ brand: 'elo', threeDS: 'challenge_authenticated' });
 */
export function testCard(
  wanted: Partial<Pick<TestCard, 'brand' | 'charge' | 'threeDS'>> = {},
): TestCard {
  const found = TEST_CARDS.find(
    (card) =>
      card.brand === (wanted.brand ?? card.brand) &&
      card.charge === (wanted.charge ?? card.charge) &&
      card.threeDS === (wanted.threeDS === undefined ? card.threeDS : wanted.threeDS),
  );
  if (found === undefined) {
    throw new Error(`the sandbox has no card with ${JSON.stringify(wanted)}`);
  }
  return found;
}

/** Names on the card that decide the charge, whole and in any case; a number that decides wins. */
export const TEST_HOLDER_NAMES: { readonly [holderName: string]: ChargeOutcome } = {
  APRO: 'APPROVED',
  OTHE: 'REFUSED',
  EXPI: 'REFUSED',
  CALL: 'REFUSED',
  CARD: 'REFUSED',
  CTNA: 'REFUSED',
  ATTE: 'REFUSED',
  LIMI: 'REFUSED',
  DOWN: 'REFUSED',
  FUND: 'PAYER_LIMIT_REJECTED',
  SECU: 'INVALID_CVV',
  RISK: 'REJECTED_BY_RISK',
  PERR: 'PROVIDER_ERROR',
  CATA: 'FAILED',
  // Approved once the account's clock moved 60 seconds.
  SLOW: 'PENDING',
};
