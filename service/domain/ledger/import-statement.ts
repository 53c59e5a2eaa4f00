import type { Db } from '../../base/shared/db.ts';
import type { StatementLine, StatementReader } from '../../providers/statement.ts';
import { readStatement } from './read-statement.ts';
import type { PaidReceivable, ReceivableStore } from './receivable.ts';
import type { Amounts, FindingKind, SettledPayment, SettlementStore } from './settlement.ts';
import { settle } from './settlement.ts';

/** `line`: null for what only our books have. `payoutId`: of a payout alone. */
export type Finding = {
  payoutId?: string | null;
  kind: FindingKind;
  line: number | null;
  payinId: string | null;
  externalId: string | null;
  installment: number | null;
  theirs: Amounts | null;
  ours: Amounts | null;
};

/**
 * Lines by what became of them: `paid` now, `again` as an import before has them, `known` without
 * anything to mark, `other` than sales and what is taken back of them, or of companies
 * that were not asked for.
 */
export type ImportCounts = Record<'paid' | 'again' | 'known' | 'other', number>;

/** `unnamed`: findings beyond those that are told. */
export type ImportedStatement = { counts: ImportCounts; findings: Finding[]; unnamed: number };

export type ImportServices = {
  db: Db;
  settlements: SettlementStore;
  receivables: Pick<ReceivableStore, 'markPaid'>;
};

/** Decision: where more than this is not alike, the file or the terms are wrong, and not its lines. */
const MOST_FINDINGS = 10_000;

/** Of a key's 22 characters in an id, as many as the 20 digits tell that any format keeps. */
const BEGINNING = 13;

/**
 * Marks as paid what a statement that was read before, and so is whole, tells of, batch by batch, and
 * finds what is not alike. The same again changes nothing: after a crash it goes on where it was.
 */
export async function importStatement(
  file: { path: string; provider: string; reader: StatementReader | undefined },
  companyIds: readonly string[],
  services: ImportServices,
): Promise<ImportedStatement> {
  const { db, settlements, receivables } = services;
  const counts: ImportCounts = { paid: 0, again: 0, known: 0, other: 0 };
  const { find, told } = createFindings();
  const days = { from: '9999-12-31', until: '' };
  const isSeen = createSeen();
  const isAsked = new Set(companyIds);

  /** Gives what is paid by it. */
  function judge(line: StatementLine, payment: SettledPayment | null): PaidReceivable[] {
    if (line.paidOn < days.from) days.from = line.paidOn;
    if (line.paidOn > days.until) days.until = line.paidOn;
    const { line: at, externalId, installment, amount, fee, net } = line;
    const { payinId = null } = payment ?? {};
    const about = { line: at, payinId, externalId, installment, theirs: { amount, fee, net } };
    const settled =
      payment === null ? ({ kind: 'only_there', ours: null } as const) : settle(line, payment);
    if ('ours' in settled) find({ ...about, ...settled });
    else if (settled.kind === 'known') counts.known += 1;
    else if (isSeen(line)) find({ ...about, kind: 'twice', ours: null });
    else {
      counts[settled.kind] += 1;
      if (settled.kind === 'paid') return settled.paid;
    }
    return [];
  }

  async function take(lines: StatementLine[]): Promise<void> {
    const meant = lines.filter(({ kind }) => kind !== 'other');
    counts.other += lines.length - meant.length;
    const randoms = meant.map(({ key }) => (key === null ? '' : randomIn(key)));
    const wanted = new Set(randoms.filter((random) => random !== '').map(beginningOf));
    const found = wanted.size === 0 ? [] : await settlements.find(file.provider, [...wanted]);
    const payments = groupBy(found, ({ payinId }) => beginningOf(payinId.slice(-22)));
    const paid = new Map<string, PaidReceivable[]>();
    for (const [at, line] of meant.entries()) {
      const random = randoms[at] ?? '';
      const alike = payments.get(beginningOf(random)) ?? [];
      const payment = alike.find(({ payinId }) => payinId.slice(-22).startsWith(random));
      // What another company has sold is for another import.
      if (payment !== undefined && !isAsked.has(payment.companyId)) counts.other += 1;
      else {
        const by = judge(line, payment ?? null);
        const { companyId = '' } = payment ?? {};
        const ofCompany = paid.get(companyId) ?? [];
        ofCompany.push(...by);
        if (by.length > 0) paid.set(companyId, ofCompany);
      }
    }
    for (const [companyId, rows] of paid) {
      await db.transaction((tx) => receivables.markPaid(tx, companyId, rows));
    }
  }

  const { period } = await readStatement(file.path, file.reader, take);
  const { findings, unnamed } = told();
  const named = new Set(findings.map(({ payinId, installment }) => `${payinId} ${installment}`));
  for (const companyId of unnamed === 0 ? companyIds : []) {
    const due = { provider: file.provider, ...(period ?? days), limit: MOST_FINDINGS };
    for (const one of await settlements.listDue(companyId, due)) {
      const { payinId, installment, amount, fee, returned } = one;
      if (named.has(`${payinId} ${installment}`) || named.has(`${payinId} null`)) continue;
      const ours = { amount, fee, net: amount - fee - returned };
      const about = { kind: 'only_here', line: null, externalId: null, theirs: null } as const;
      find({ ...about, payinId, installment, ours });
    }
  }
  return { counts, ...told() };
}

/** Collects what is not alike, no more of it than is of use. */
export function createFindings() {
  const findings: Finding[] = [];
  let unnamed = 0;
  return {
    find(finding: Finding): void {
      if (findings.length < MOST_FINDINGS) findings.push(finding);
      else unnamed += 1;
    },
    told: () => ({ findings, unnamed }),
  };
}

/** The characters of a payment's id that a key tells, all of them where it is whole. */
export function randomIn(key: string): string {
  const characters = Buffer.from(key, 'hex').toString('base64url');
  return key.length === 32 ? characters : beginningOf(characters);
}

export function beginningOf(random: string): string {
  return random.slice(0, BEGINNING);
}

function groupBy<One>(all: readonly One[], keyOf: (one: One) => string): Map<string, One[]> {
  const groups = new Map<string, One[]>();
  for (const one of all) {
    const group = groups.get(keyOf(one));
    if (group === undefined) groups.set(keyOf(one), [one]);
    else group.push(one);
  }
  return groups;
}

/** Whether a file has told of an instalment before: a number each, of 52 bits of its key. */
function createSeen() {
  const byInstallment = new Map<number | null, Set<number>>();
  return ({ key, installment, kind }: StatementLine): boolean => {
    if (key === null || kind !== 'sale') return false;
    const seen = byInstallment.get(installment) ?? new Set();
    byInstallment.set(installment, seen);
    const before = seen.size;
    return seen.add(Number.parseInt(key.slice(0, 13), 16)).size === before;
  };
}
