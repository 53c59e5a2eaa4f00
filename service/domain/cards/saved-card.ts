import type { Queryable } from '../../base/shared/db.ts';

export type SavedCards =
  | { companyId: string; tokenHash: Uint8Array }
  | { companyId: string; customerDocumentHash: Uint8Array };

export interface SavedCardStore {
  /**
   * Gives the hashes of the destroyed tokens, whose CVVs are to be destroyed as well. Decision: of
   * a card in a provider's own vault only our reference goes: no acquirer documents a call that
   * forgets one.
   */
  destroy(tx: Queryable, cards: SavedCards): Promise<Uint8Array[]>;
}
