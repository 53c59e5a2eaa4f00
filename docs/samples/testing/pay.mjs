import { answerChallenge, CHALLENGE_CODE, fillCard, testCard } from 'checkout-sdk/testing';

/** `page` is Playwright's, at your checkout on `pk_test_preorder`. */
export async function payWithChallenge(page) {
  await fillCard(page, testCard({ threeDS: 'challenge_authenticated' }));
  await page.getByRole('button', { name: 'Pagar' }).click();
  await answerChallenge(page, { code: CHALLENGE_CODE });
}
