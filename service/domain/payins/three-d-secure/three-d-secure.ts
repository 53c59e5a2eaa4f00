import {
  THREEDS_ACTION_TYPE,
  THREEDS_LIFETIME_SECONDS,
} from '../../../../contract/card/challenge.ts';
import type {
  ThreeDSFailureReason,
  ThreeDSState,
} from '../../../../contract/card/three-d-secure.ts';
import type { PendingThreeDS } from '../../../../contract/published-types.ts';
import type { SealedAfter } from '../../../base/crypto/envelope.ts';
import type { KeyedHash } from '../../../base/crypto/keyed-hash.ts';
import type { Queryable } from '../../../base/shared/db.ts';
import type { Due } from '../../../base/shared/look-ups.ts';
import type { ThreeDSecureProvider } from '../../../providers/three-d-secure-provider.ts';
import type { Account } from '../../accounts/account.ts';
import { accountTime } from '../../accounts/account.ts';

export type ThreeDSStatus = ThreeDSState['status'];

/** Before the order its result is a proof that one payin may claim; after it a payin waits. */
export type Authentication = {
  companyId: string;
  /** Public and unguessable: `threeDSecure.referenceId` and `threeDSecureAction.session_id`. */
  id: string;
  flow: 'pre-order' | 'post-order';
  tokenHash: Uint8Array | null;
  payinId: string | null;
  amount: number;
  installments: number;
  referenceId: string;
  cardFingerprint: Uint8Array;
  provider: string;
  session: string;
  transactionId: string;
  status: ThreeDSStatus;
  reason: ThreeDSFailureReason | null;
  /** Whether the card's bank asked the buyer; null while it is open, and where nobody tells. */
  isChallenged: boolean | null;
  /** Sealed: what its provider keeps while it is open; then what the acquirer wants to see, once. */
  sealedProof: Uint8Array | null;
  /** After the order: the card that waits; null once decided, or where the acquirer has it. */
  sealedCard: Uint8Array | null;
  claimedBy: string | null;
  createdAt: Date;
  expiresAt: Date;
};

export type AuthenticationKey = { companyId: string; id: string };

export type AuthenticationEnd = {
  status: Exclude<ThreeDSStatus, 'OPEN'>;
  reason: ThreeDSFailureReason | null;
  sealedProof: Uint8Array | null;
  isChallenged?: boolean | null;
};

export interface AuthenticationStore {
  insert(tx: Queryable, authentication: Authentication): Promise<boolean>;
  find(key: AuthenticationKey): Promise<Authentication | null>;
  findByTransaction(provider: string, transactionId: string): Promise<AuthenticationKey | null>;
  /** Puts another session in the place of that of an open one. */
  goOn(open: Pick<Authentication, 'companyId' | 'id' | 'session'>, session: string): Promise<void>;
  end(tx: Queryable, key: AuthenticationKey, end: AuthenticationEnd): Promise<boolean>;
  claim(tx: Queryable, key: AuthenticationKey, payinId: string): Promise<boolean>;
  release(tx: Queryable, key: AuthenticationKey & { payinId: string }): Promise<void>;
  /** Destroys card and proof once nothing can be charged with them. */
  forgetSecrets(tx: Queryable, key: AuthenticationKey): Promise<void>;
  forgetUnclaimed(companyId: string, now: Date): Promise<void>;
  /** Over by then and not at the acquirer, due by `dueBy` (real time; null: due or not). */
  listOver(companyId: string, expiredAt: Date, dueBy: Date | null): Promise<Due<Authentication>[]>;
  /** That a charge of ours waits for, least looked at first, some at a time. */
  listDue(companyId: string, dueBy: Date): Promise<Due<Authentication>[]>;
  listSealed(companyId: string, which: SealedAfter<string>): Promise<SealedValues[]>;
  replaceSealed(companyId: string, from: SealedValues, to: SealedValues): Promise<void>;
}

export type SealedValues = Pick<Authentication, 'id' | 'sealedCard' | 'sealedProof'>;

export const THREEDS_TRANSITIONS: Readonly<Record<ThreeDSStatus, readonly ThreeDSStatus[]>> = {
  OPEN: ['AUTHENTICATED', 'ATTEMPTED', 'FAILED', 'EXPIRED'],
  AUTHENTICATED: [],
  ATTEMPTED: [],
  FAILED: [],
  EXPIRED: [],
};

export function isAuthenticated({ status }: Pick<Authentication, 'status'>): boolean {
  return status === 'AUTHENTICATED' || status === 'ATTEMPTED';
}

/** Its buyer confirms the charge there (acquirer-challenge.ts); else the card is kept for ours. */
export function isAtAcquirer({ flow, status, sealedCard }: Authentication) {
  return flow === 'post-order' && status === 'OPEN' && sealedCard === null;
}

/** Derived under a key never in the clear in the database, so that all tries open the same one. */
export function authenticationIdOf(
  hash: KeyedHash,
  companyId: string,
  owner: { tokenHash: Uint8Array } | { payinId: string },
): string {
  const name =
    'payinId' in owner
      ? `payin|${owner.payinId}`
      : `token|${Buffer.from(owner.tokenHash).toString('hex')}`;
  const bytes = hash('authentication-id', `${companyId}|${name}`).subarray(0, 24);
  return `tds_${companyId}_${Buffer.from(bytes).toString('base64url')}`;
}

export function endOfLifetime(createdAt: Date): Date {
  return new Date(createdAt.getTime() + THREEDS_LIFETIME_SECONDS * 1000);
}

export function isOver(authentication: Authentication, account: Account, realTime: Date): boolean {
  return authentication.expiresAt <= accountTime(account, realTime);
}

export function toThreeDSState(
  authentication: Authentication,
  account: Account,
  realTime: Date,
): ThreeDSState {
  const leftMs = authentication.expiresAt.getTime() - accountTime(account, realTime).getTime();
  return {
    id: authentication.id,
    status: authentication.status,
    reason: authentication.reason,
    remainingMs: authentication.status === 'EXPIRED' ? 0 : Math.max(0, leftMs),
    payinId: authentication.payinId,
  };
}

export function toPendingThreeDS(
  authentication: Authentication,
  { browser }: Pick<ThreeDSecureProvider, 'browser'>,
): PendingThreeDS {
  return {
    threeDSecurePending: true,
    threeDSecureSession: authentication.session,
    threeDSecureTransactionId: authentication.transactionId,
    threeDSecureSdkUrl: browser.sdkUrl,
    threeDSecureProvider: authentication.provider,
    threeDSecureAction: {
      type: THREEDS_ACTION_TYPE,
      session_id: authentication.id,
      expires_at: authentication.expiresAt.toISOString(),
    },
  };
}
