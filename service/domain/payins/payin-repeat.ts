import { isSameHash } from '../../base/crypto/keyed-hash.ts';
import { ApiError } from '../../base/shared/api-error.ts';
import { errorDetail } from '../../base/shared/error-detail.ts';
import type { Timers } from '../../base/shared/periodic.ts';
import { withoutPlace } from '../../base/shared/work-place.ts';
import type { DeclineStore } from './decline.ts';
import { declined } from './decline.ts';
import type { Payin, PayinStore } from './payin.ts';

const POLL_INTERVAL_MS = 50;
/** Decided by nobody yet, and neither are there steps that the buyer could take. */
function isBeingCharged(payin: Payin | null): payin is Payin {
  return payin?.chargeState === 'reserved' || payin?.chargeState === 'charging';
}

/** Longer than the acquirer's deadline, so that one slow charge is waited for. */
const MAX_POLLS = 100;

export function duplicateReference(): ApiError {
  return new ApiError('DUPLICATE_REFERENCE', 'This referenceId belongs to another payin.', {
    details: [errorDetail('referenceId', 'in_use')],
  });
}

/**
 * The answer to a request whose reference is held: the first payin as it is now, once it is
 * decided; the same decline; or null where the first try left nothing and this one may go on.
 */
export async function awaitRepeat(
  earlier: Payin,
  fingerprint: Uint8Array,
  services: {
    payins: Pick<PayinStore, 'find'>;
    declines: Pick<DeclineStore, 'find'>;
    timers: Timers;
  },
): Promise<Payin | null> {
  if (!isSameHash(earlier.bodyFingerprint, fingerprint)) throw duplicateReference();
  let payin: Payin | null = earlier;
  for (let poll = 0; isBeingCharged(payin) && poll < MAX_POLLS; poll += 1) {
    await withoutPlace(
      () =>
        new Promise<void>((resolve) => {
          services.timers.after(POLL_INTERVAL_MS, resolve);
        }),
    );
    payin = await services.payins.find(earlier.companyId, earlier.id);
  }
  if (payin === null) {
    const decline = await services.declines.find(earlier.companyId, earlier.id);
    if (decline !== null) throw declined(decline);
    return null;
  }
  if (!isBeingCharged(payin)) return payin;
  throw new ApiError('IN_PROGRESS', 'The first request with this body is still being worked on.', {
    retryAfterSeconds: 1,
  });
}
