/** How many of a kind wait, counted up to `MANY`, and since when the first of them does. */
export type Waiting = { count: number; since: Date | null };

export type Attention = {
  payoutsToApprove: Waiting;
  undeliveredEvents: Waiting;
  unknownCharges: Waiting;
  /** Charges that came after their payins had failed, not given back yet. */
  orphans: Waiting;
  underpaid: Waiting;
  /** Disputes that are open; `answerBy`: the first day by which one has to be answered. */
  disputes: Waiting & { answerBy: Date | null };
  certificatesEnding: readonly { provider: string; endsAt: Date }[];
};

export type WaitingOfCompany = Pick<
  Attention,
  'undeliveredEvents' | 'unknownCharges' | 'orphans' | 'underpaid'
>;

export type CompanyAttention = WaitingOfCompany & { companyId: string; companyName: string };

export interface AttentionStore {
  /** Decision: each is counted up to `MANY`, so that no long queue makes the page slow. */
  find(companyId: string, which: { certificatesEndBy: Date }): Promise<Attention>;
  /** Of companies of which something waits, by id, at most `limit`; each counted up to `MANY`. */
  listCompanies(limit: number): Promise<CompanyAttention[]>;
}

export const MANY = 1_000;

export const COMPANIES_SHOWN = 50;

export type WaitingOfAll = Waiting & { isCut: boolean };

export type ServiceAttention = Readonly<Record<keyof WaitingOfCompany, WaitingOfAll>> & {
  companies: readonly CompanyAttention[];
  hasMoreCompanies: boolean;
};

export async function findServiceAttention({
  attention,
}: {
  attention: AttentionStore;
}): Promise<ServiceAttention> {
  const found = await attention.listCompanies(COMPANIES_SHOWN + 1);
  const hasMoreCompanies = found.length > COMPANIES_SHOWN;
  const companies = found.slice(0, COMPANIES_SHOWN);
  const all = (kind: keyof WaitingOfCompany): WaitingOfAll => {
    const each = companies.map((one) => one[kind]);
    return {
      count: each.reduce((sum, { count }) => sum + count, 0),
      since: firstOf(each),
      isCut: hasMoreCompanies || each.some(({ count }) => count >= MANY),
    };
  };
  return {
    companies,
    hasMoreCompanies,
    undeliveredEvents: all('undeliveredEvents'),
    unknownCharges: all('unknownCharges'),
    orphans: all('orphans'),
    underpaid: all('underpaid'),
  };
}

export function firstOf(all: readonly Waiting[]): Date | null {
  const times = all.flatMap(({ since }) => (since === null ? [] : [since.getTime()]));
  return times.length === 0 ? null : new Date(Math.min(...times));
}

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
