import type { Db } from '../../base/shared/db.ts';
import { FIRST_SCHEMA } from './0049-first-schema.ts';
import { COMPLETED_PAYOUTS } from './0050-completed-payouts.ts';
import { SENT_AUTHENTICATION } from './0051-sent-authentication.ts';

/**
 * One step of the schema. An applied one is never edited, only followed by another. Portable to
 * PostgreSQL-compatible distributed engines: no triggers, extensions, sequences, deferrable
 * constraints or advisory locks. What it may do is in `README.md` beside this file.
 */
export type Migration = {
  /** Ascending; the order of application. */
  id: number;
  name: string;
  statements: readonly string[];
  /** The first release that went without what this takes away. */
  contracts?: string;
  /**
   * Moves rows that are there: batch by batch, each committed by itself, so that nobody waits for
   * more than one. It goes on where a process was stopped, and several may do it at once.
   */
  move?: (db: Db) => Promise<void>;
};

/**
 * Decision: the first schema has the number after those of builds from before it, which no release
 * had. So a database and a backup of such a build are known by their number, and never taken for a
 * later one of ours.
 */
export const migrations: readonly Migration[] = [
  { id: 49, name: 'first schema', statements: FIRST_SCHEMA },
  { id: 50, name: 'completed payouts', statements: COMPLETED_PAYOUTS },
  { id: 51, name: 'sent authentication', statements: SENT_AUTHENTICATION },
];
