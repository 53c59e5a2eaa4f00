import type { PageLike } from './page-like.ts';

/** The code that the sandbox's bank takes; any other is wrong. */
export const CHALLENGE_CODE = '1234';

/** What the buyer does: types a code and confirms it, or gives up on the bank's page. */
export type ChallengeAnswer = { code: string } | { cancel: true };

/**
 * Answers the challenge of the sandbox's bank, as soon as it is open. `mode`: `direct` where the
 * card was prepared in the page itself; the card element and the hosted functions are `hosted`.
 *
 * @example
 * await answerChallenge(page, { code: CHALLENGE_CODE });
 */
export async function answerChallenge(
  page: PageLike,
  answer: ChallengeAnswer,
  { mode = 'hosted' }: { mode?: 'hosted' | 'direct' } = {},
): Promise<void> {
  const dialog = page.frameLocator('dialog[open] iframe');
  const bank =
    mode === 'direct' ? dialog : dialog.frameLocator('#stage iframe').frameLocator('iframe');
  if ('cancel' in answer) {
    await bank.locator('button[name=cancel]').click();
    return;
  }
  await bank.locator('input[name=code]').fill(answer.code);
  await bank.locator('button[name=confirm]').click();
}
