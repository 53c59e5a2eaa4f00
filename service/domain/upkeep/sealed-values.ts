export type SealedCount = { kind: SealedKind; version: number; values: number };

/** Values of one kind, of one company or of none, that cannot be read. */
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
  /** The same for values that belong to no company. */
  countShared(): Promise<SealedCount[]>;
}
