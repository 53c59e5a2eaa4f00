export type SealedCount = { kind: SealedKind; version: number; values: number };

export type UnreadableCount = { companyId: string | null; kind: SealedKind; values: number };

/** Values that cannot be read were passed over, and everything else was done. */
export class SealedValuesUnreadable extends Error {
  override readonly name = 'SealedValuesUnreadable';
  constructor(unreadable: readonly UnreadableCount[]) {
    const values = unreadable.reduce((sum, count) => sum + count.values, 0);
    super(`${values} sealed values cannot be read`);
  }
}

export type SealedKind =
  | 'cards'
  | 'authentications'
  | 'webhook secrets'
  | 'provider credentials'
  | 'authenticator apps'
  | 'hash root'
  | 'provider state';

export interface SealedValueStore {
  countOf(companyId: string): Promise<SealedCount[]>;
  countShared(): Promise<SealedCount[]>;
}
