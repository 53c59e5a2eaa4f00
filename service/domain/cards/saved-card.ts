import type { Queryable } from '../../base/shared/db.ts';

/** Which cards on file: one by its token, or all of one customer. */
export type SavedCards =
  | { companyId: string; tokenHash: Uint8Array }
  | { companyId: string; customerDocumentHash: Uint8Array };

export interface SavedCardStore {
  /**
   * Destroys cards on file, so that their tokens charge nothing any more; gives the hashes of
   * those tokens, whose CVVs are to be destroyed as well. Decision: of a card that lies in a
   * provider's own vault only our reference to it is destroyed: no acquirer at which cards are
   * stored documents a call that forgets one.
   */
  destroy(tx: Queryable, cards: SavedCards): Promise<Uint8Array[]>;
}
