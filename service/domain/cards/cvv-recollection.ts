import type { CvvRecollection, CvvRecollectionRequest } from '../../../contract/card/cvv.ts';
import { CVV_LIFETIME_SECONDS } from '../../../contract/card/cvv.ts';
import { ApiError } from '../../base/shared/api-error.ts';
import type { Account } from '../accounts/account.ts';
import { accountTime } from '../accounts/account.ts';
import type { CardTokenServices } from './card-token.ts';
import { hashToken } from './card-token.ts';

/**
 * Keeps the CVV of a card on file until its next charge, sealed like one that came with its card.
 * 403 METHOD_NOT_ENABLED where the account keeps no cards.
 *
 * Decision: a token that is unknown, foreign, fresh or over gets the same answer as one on file, and
 * its CVV is dropped. Whoever holds the public key, any browser that is, learns nothing of a token
 * here: not that it lives, and not the brand or last four digits, which the merchant has had since
 * its first charge. What is wrong with a token is told to the secret key, by POST /payin.
 */
export async function recollectCvv(
  account: Account,
  { token, cvv }: CvvRecollectionRequest,
  { cardTokens, cvvs, hash, now }: Pick<CardTokenServices, 'cardTokens' | 'cvvs' | 'hash' | 'now'>,
): Promise<CvvRecollection> {
  if (!account.traits.cardOnFile) {
    throw new ApiError('METHOD_NOT_ENABLED', 'Cards on file are not enabled for this account.');
  }
  const key = { companyId: account.companyId, tokenHash: hashToken(hash, token) };
  const expiresAt = new Date(accountTime(account, now()).getTime() + CVV_LIFETIME_SECONDS * 1000);
  const stored = await cardTokens.find(key);
  if (stored?.status === 'on_file') await cvvs.put({ ...key, token }, cvv, expiresAt);
  return { expiresAt: expiresAt.toISOString() };
}
