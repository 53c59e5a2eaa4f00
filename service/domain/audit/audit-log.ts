import type { RandomBytes } from '../../base/crypto/envelope.ts';
import type { Queryable } from '../../base/shared/db.ts';

/** Under what acts are kept that are of no one company; no account may have this id. */
export const SYSTEM_COMPANY = 'system';

/** What an act was about: ids, amounts, chosen values. Never a card, a secret or personal data. */
export type AuditSubjects = Readonly<Record<string, string | number | boolean | null>>;

/**
 * `begun`: an act in many steps; `done` follows unless it was interrupted. `refused`: nothing was
 * changed, `code` says why. `failed`: what it did in one transaction was taken back.
 */
export type AuditEntry = {
  companyId: string;
  id: string;
  /** Real time. */
  at: Date;
  actor: string;
  action: string;
  subjects: AuditSubjects;
  result: 'begun' | 'done' | 'refused' | 'failed';
  code: string | null;
};

/** Append-only: there is nothing here that changes or removes an entry. */
export interface AuditLog {
  append(entry: AuditEntry, tx?: Queryable): Promise<void>;
  /** Newest first; those that come after one of them, where it is given. */
  list(
    companyId: string,
    limit: number,
    after?: Pick<AuditEntry, 'at' | 'id'>,
  ): Promise<AuditEntry[]>;
  /** What some of a company did of some acts, after a moment; newest first. */
  listBy(
    by: { companyId: string; actors: readonly string[]; actions: readonly string[]; after: Date },
    tx?: Queryable,
  ): Promise<AuditEntry[]>;
}

export function newAuditEntry(
  entry: Omit<AuditEntry, 'id' | 'at'>,
  { now, randomBytes }: { now: () => Date; randomBytes: RandomBytes },
): AuditEntry {
  return { ...entry, id: `aud_${Buffer.from(randomBytes(16)).toString('base64url')}`, at: now() };
}
