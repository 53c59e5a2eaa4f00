// What a merchant's own tests are written with. Nothing of it belongs into a shop.

export { answerChallenge, CHALLENGE_CODE, type ChallengeAnswer } from './answer-challenge.ts';
export { fillCard, type TypedCard } from './fill-card.ts';
export type { FrameLike, LocatorLike, PageLike } from './page-like.ts';
export {
  type PayoutOutcome,
  TEST_ACCOUNTS,
  TEST_PIX_KEYS,
  type TestAccount,
  type TestPixKey,
} from './test-accounts.ts';
export { ERROR_TRIGGERS, TEST_CONFIG, TEST_PREPARED } from './test-answers.ts';
export {
  type ChargeOutcome,
  TEST_CARDS,
  TEST_HOLDER_NAMES,
  type TestCard,
  type TestCardBrand,
  type ThreeDSResult,
  testCard,
} from './test-cards.ts';
export {
  createTestClient,
  type TestAnswers,
  type TestCall,
  type TestCallName,
  type TestClient,
  testError,
} from './test-client.ts';
export type { TestCardElement, TestPaymentElement, TestPixElement } from './test-element.ts';
