import { WEBHOOK_RETENTION_MS } from './forget-expired.ts';
import { inBatches } from './in-batches.ts';

/**
 * Oldest first and at most `limit` a call; gives how many. A row that may still change stays, and
 * who reads old months finds a row in one place or the other, never in both or none.
 */
export interface Archive {
  moveEvents(
    companyId: string,
    which: { deliveredBefore: Date; undeliveredBefore: Date; limit: number },
  ): Promise<number>;
  moveAuditEntries(companyId: string, which: { before: Date; limit: number }): Promise<number>;
  moveLedgerEntries(companyId: string, which: { before: Date; limit: number }): Promise<number>;
}

export type ArchiveServices = {
  archive: Archive;
  /** Whole months that stay beside the one that runs; 0: nothing is archived. */
  archiveAfterMonths: number;
  now: () => Date;
};

/** Decision: an event that nobody took can be resent for as long as without an archive. */
export async function archiveOldMonths(
  companyId: string,
  { archive, archiveAfterMonths, now }: ArchiveServices,
): Promise<void> {
  if (archiveAfterMonths === 0) return;
  const time = now();
  const before = new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() - archiveAfterMonths));
  const givenUp = time.getTime() - WEBHOOK_RETENTION_MS.undelivered;
  const ended = {
    deliveredBefore: before,
    undeliveredBefore: new Date(Math.min(before.getTime(), givenUp)),
  };
  await inBatches((limit) => archive.moveEvents(companyId, { ...ended, limit }));
  await inBatches((limit) => archive.moveAuditEntries(companyId, { before, limit }));
  await inBatches((limit) => archive.moveLedgerEntries(companyId, { before, limit }));
}
