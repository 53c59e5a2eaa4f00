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
 * Decision: a token that is unknown, foreign, fresh or over gets the same answer, and its CVV is
 * dropped: holders of the public key, any browser that is, learn nothing of a token, not even brand
 * or last digits. POST /payin tells the secret key what is wrong with it.
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
