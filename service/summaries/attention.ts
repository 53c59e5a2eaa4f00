/** What of a company waits for a person. */
export type Attention = {
  /** Payouts that somebody has to approve. */
  payoutsToApprove: number;
  /** Events that were given up. */
  undeliveredEvents: number;
  /** Charges of which nobody knows yet whether they were made. */
  unknownCharges: number;
  /** Charges that came after their payins had failed, not given back yet. */
  orphans: number;
  /** Certificates of the company's own that end soon or have ended, the first to end first. */
  certificatesEnding: readonly { provider: string; endsAt: Date }[];
};

export interface AttentionStore {
  /**
   * Decision: each is counted up to `MANY`, since nobody works through more at once, and no count of
   * a long queue makes the page slow.
   */
  find(companyId: string, which: { certificatesEndBy: Date }): Promise<Attention>;
}

export const MANY = 1_000;

/** How long before its end a certificate is shown. */
const CERTIFICATE_NOTICE_MS = 30 * 24 * 60 * 60 * 1000;

/** `realTime`: certificates end by everybody's clock, not by that of a sandbox account. */
export function findAttention(
  companyId: string,
  realTime: Date,
  { attention }: { attention: AttentionStore },
): Promise<Attention> {
  const certificatesEndBy = new Date(realTime.getTime() + CERTIFICATE_NOTICE_MS);
  return attention.find(companyId, { certificatesEndBy });
}
