import type { CardConsent, SavedCard, SavedCardList } from '../../../contract/card/saved-card.ts';
import { CONSENT_TEXT } from '../../../contract/card/saved-card.ts';
import type { Locale } from '../../../contract/locale.ts';
import type { RandomBytes } from '../../base/crypto/envelope.ts';
import type { KeyedHash } from '../../base/crypto/keyed-hash.ts';
import { newPublicId } from '../../base/crypto/public-id.ts';
import { ApiError, invalidField } from '../../base/shared/api-error.ts';
import type { Db, Queryable } from '../../base/shared/db.ts';
import type { Account } from '../accounts/account.ts';
import { accountTime } from '../accounts/account.ts';
import { requireCustomer } from './customer-session.ts';
import type { Cvvs } from './cvv.ts';

/**
 * What a buyer agreed to when they gave a card: the words they read, where and when, for which order.
 * Decision: its approval is the check of a card; none is kept without one, nor tried without a charge.
 * `customerId`: of their session; null until the payin that is approved names them. `id`: what lists
 * call the card by, and nobody can charge.
 */
export type StoredConsent = {
  companyId: string;
  tokenHash: Uint8Array;
  id: string;
  customerId: string | null;
  textId: string;
  textVersion: number;
  locale: Locale;
  words: string;
  pageOrigin: string;
  referenceId: string;
  expirationMonth: string;
  expirationYear: string;
  givenAt: Date;
};

/** Which cards on file: one by its token, all of one payer, or one that a customer saved. */
export type SavedCards =
  | { companyId: string; tokenHash: Uint8Array }
  | { companyId: string; customerDocumentHash: Uint8Array }
  | { companyId: string; customerId: string; id: string };

export interface SavedCardStore {
  insert(consent: StoredConsent): Promise<void>;
  /** Those of a customer, each card once, the newest first. */
  list(
    companyId: string,
    customerId: string,
  ): Promise<(Omit<SavedCard, 'savedAt'> & { savedAt: Date })[]>;
  /** By which token a customer's card is on file; null where it is not. */
  find(key: { companyId: string; customerId: string; id: string }): Promise<Uint8Array | null>;
  /**
   * Destroys cards on file with what was made of them, so that their tokens charge nothing any more;
   * gives the hashes of those tokens, whose CVVs are to be destroyed as well. Decision: of a card that
   * lies in a provider's own vault only our reference to it is destroyed: no acquirer at which cards
   * are stored documents a call that forgets one.
   */
  destroy(tx: Queryable, cards: SavedCards): Promise<Uint8Array[]>;
  /** How many cards are on file that nobody has agreed to, saved before anybody was asked. */
  countWithoutConsent(companyId: string): Promise<number>;
  /** Destroys those, as `destroy` does. */
  destroyWithoutConsent(tx: Queryable, companyId: string): Promise<Uint8Array[]>;
}

export type SavedCardServices = {
  db: Db;
  savedCards: SavedCardStore;
  cvvs: Pick<Cvvs, 'destroy'>;
  hash: KeyedHash;
  now: () => Date;
  randomBytes: RandomBytes;
};

/**
 * The consent as it is kept, with the words that its text has. 400 INVALID_DATA: the account saves no
 * cards, or has another text by now; 403 FORBIDDEN: a session that is over or of another page.
 */
export function readConsent(
  account: Account,
  consent: CardConsent,
  services: Pick<SavedCardServices, 'hash' | 'now' | 'randomBytes'>,
): Pick<
  StoredConsent,
  'id' | 'customerId' | 'textId' | 'textVersion' | 'locale' | 'words' | 'pageOrigin' | 'givenAt'
> {
  const { companyId, traits } = account;
  const { text, locale, pageOrigin, customerToken } = consent;
  if (!traits.cardOnFile) throw invalidField('consent', 'not_enabled');
  const { id, version, words } = traits.consentText ?? CONSENT_TEXT;
  if (text.id !== id || text.version !== version) throw invalidField('consent.text', 'unknown');
  return {
    id: newPublicId('card', companyId, services.randomBytes),
    customerId:
      customerToken === undefined
        ? null
        : requireCustomer(account, { customerToken, pageOrigin }, services),
    textId: id,
    textVersion: version,
    locale,
    words: words[locale],
    pageOrigin,
    givenAt: accountTime(account, services.now()),
  };
}

/** The cards that a customer saved at one merchant: what may be shown of each, and no token. */
export async function listSavedCards(
  { companyId }: Account,
  customerId: string,
  { savedCards }: Pick<SavedCardServices, 'savedCards'>,
): Promise<SavedCardList> {
  const cards = await savedCards.list(companyId, customerId);
  return { data: cards.map((card) => ({ ...card, savedAt: card.savedAt.toISOString() })) };
}

/**
 * Ends a saved card: its token and all that was made of it charge nothing from this commit on. Asked
 * twice, 404 NOT_FOUND the second time, as for a card of somebody else.
 */
export async function deleteSavedCard(
  { companyId }: Account,
  { customerId, id }: { customerId: string; id: string },
  { db, savedCards, cvvs }: Pick<SavedCardServices, 'db' | 'savedCards' | 'cvvs'>,
): Promise<void> {
  const ended = await db.transaction((tx) => savedCards.destroy(tx, { companyId, customerId, id }));
  if (ended.length === 0)
    throw new ApiError('NOT_FOUND', 'There is no such card of this customer.');
  for (const tokenHash of ended) await cvvs.destroy({ companyId, tokenHash });
}
