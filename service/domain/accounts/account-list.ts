import { isLineOfText } from '../../../contract/text.ts';
import type { Account } from './account.ts';

export type ListedAccount = Pick<Account, 'companyId' | 'companyName' | 'kycStatus' | 'blocked'>;

export type AccountPage = { rows: readonly ListedAccount[]; next: string | null };

export type AccountCounts = { all: number; pending: number; blocked: number };

export interface AccountListStore {
  /** In the order of their ids. `text`: as `foldText` leaves it; empty for all. */
  find(which: { text: string; after: string; limit: number }): Promise<ListedAccount[]>;
  count(): Promise<AccountCounts>;
}

const MAX_TEXT = 150;

/** A page of the accounts whose id, name or trade name holds the text, in any case and accent. */
export async function listAccounts(
  { text, after, limit }: { text: string; after: string; limit: number },
  { accountLists }: { accountLists: Pick<AccountListStore, 'find'> },
): Promise<AccountPage> {
  const typed = text.trim();
  if (typed !== '' && !isLineOfText(typed, MAX_TEXT)) return { rows: [], next: null };
  const rows = await accountLists.find({
    text: foldText(typed),
    after: isLineOfText(after, MAX_TEXT) ? after : '',
    limit: limit + 1,
  });
  const page = rows.slice(0, limit);
  return { rows: page, next: rows.length > limit ? (page.at(-1)?.companyId ?? null) : null };
}

/** Small letters without their accents: nobody types `Ótica` to find it. */
function foldText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Letters of European names with an accent, and beside each in the other text what it folds to. */
export const ACCENTED = accentedLetters();

function accentedLetters(): { letters: string; folded: string } {
  const [first, last] = [0xc0, 0x17f];
  const all = Array.from({ length: last - first + 1 }, (_, index) =>
    String.fromCodePoint(first + index),
  );
  const letters = all.filter((letter) => /^[a-z]$/.test(foldText(letter)));
  return { letters: letters.join(''), folded: letters.map(foldText).join('') };
}
