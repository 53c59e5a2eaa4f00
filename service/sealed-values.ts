/** Values of one kind that are sealed under one version of the key-encryption key. */
export type SealedCount = { kind: SealedKind; version: number; values: number };

export type SealedKind =
  | 'cards'
  | 'authentications'
  | 'webhook secrets'
  | 'hash root'
  | 'provider state';

export interface SealedValueStore {
  /** What hangs on which version, of one company. */
  countOf(companyId: string): Promise<SealedCount[]>;
  /** And of none. */
  countShared(): Promise<SealedCount[]>;
}
