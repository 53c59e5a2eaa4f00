import type { CardTestingWatch } from '../../limits/card-testing.ts';
import type { AuthenticationStore } from './three-d-secure.ts';

/** A card not authenticated by its bank counts as declined; a buyer who gave up says nothing. */
export function watchAuthentications(
  store: AuthenticationStore,
  { cardTesting, now }: { cardTesting: CardTestingWatch; now: () => Date },
): AuthenticationStore {
  return {
    ...store,
    async end(tx, authentication, end) {
      const isEnded = await store.end(tx, authentication, end);
      if (isEnded && end.status === 'FAILED' && end.reason !== 'cancelled') {
        cardTesting.record(authentication.companyId, 'declined', now());
      }
      return isEnded;
    },
  };
}
