import type { KeyedHash } from '../../base/crypto/keyed-hash.ts';
import { createCardVault } from '../../domain/cards/card-vault.ts';
import { createCvvs } from '../../domain/cards/cvv.ts';
import { createAntifraudSessionStore } from '../../store/tables/cards/antifraud-session.ts';
import { createCardTokenStore } from '../../store/tables/cards/card-token.ts';
import { createMemoryCvvStore } from '../../store/tables/cards/memory-cvv.ts';
import { createUnloggedCvvStore } from '../../store/tables/cards/unlogged-cvv.ts';
import type { Dependencies } from './dependencies.ts';

export function createCards(
  dependencies: Pick<Dependencies, 'db' | 'envelope' | 'randomBytes'> & { hash: KeyedHash },
) {
  const { db, envelope, hash } = dependencies;
  // The embedded database has one process, which may keep CVVs in its memory.
  const cvvs = db.engine === 'embedded' ? createMemoryCvvStore() : createUnloggedCvvStore(db);
  return {
    antifraudSessions: createAntifraudSessionStore(db),
    cardTokens: createCardTokenStore(db),
    vault: createCardVault(envelope, hash),
    cvvs: createCvvs(cvvs, dependencies),
  };
}
