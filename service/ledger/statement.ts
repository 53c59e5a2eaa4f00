import type { LedgerKind } from './ledger.ts';

/** One transaction of a merchant's ledger as the merchant sees it; centavos. */
export type StatementLine = {
  /** Counts the company's transactions without a gap. */
  sequence: number;
  at: Date;
  kind: LedgerKind;
  /** The payin or payout it is of. */
  sourceId: string;
  /** What it moved of each. */
  available: number;
  reserve: number;
  inFlight: number;
  debt: number;
  /** What was available after it. */
  availableAfter: number;
};

export interface StatementStore {
  /** The latest transactions of a company, oldest of them first. */
  read(companyId: string, limit: number): Promise<StatementLine[]>;
}
