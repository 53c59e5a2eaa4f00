import type { Queryable } from '../../base/shared/db.ts';

/** Rows of one table, each the text of a JSON object by column. */
export type CopiedRows = { table: string; rows: readonly string[] };

export type CopyTarget = {
  begin(tables: Readonly<Record<string, number>>): Promise<void>;
  write(copied: CopiedRows): Promise<void>;
};

/** Not: applied migrations, counts of rate limits, and CVVs, of which no copy may exist. */
export interface DatabaseCopies {
  migrationLevel(): Promise<number>;
  /** The first table with a row in it, or null. What operators did is none to lose. */
  firstFilledTable(tx?: Queryable): Promise<string | null>;
  tables(): Promise<string[]>;
  copyTo(target: CopyTarget): Promise<void>;
  /** Writes the rows in one transaction, between what else is to be done in it. */
  fillFrom(
    source: () => AsyncIterable<CopiedRows>,
    around: {
      beforehand: (tx: Queryable) => Promise<void>;
      afterwards: (tx: Queryable) => Promise<void>;
    },
  ): Promise<void>;
}
