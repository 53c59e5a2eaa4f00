/** Values of one kind that are sealed under one version of the key-encryption key. */
export type SealedCount = { kind: SealedKind; version: number; values: number };

export type SealedKind =
  | 'cards'
  | 'authentications'
  | 'webhook secrets'
  | 'hash root'
  | 'provider state';

export interface SealedValueStore {
  /** How many values of one company are sealed under which version. */
  countOf(companyId: string): Promise<SealedCount[]>;
  /** The same for values that belong to no company. */
  countShared(): Promise<SealedCount[]>;
}
