import { findCompany } from '../acts/find-company.ts';
import { checkLedger } from '../ledger/check-ledger.ts';
import type { Command } from './command.ts';
import { defineCommand } from './command.ts';
import { limitOption, logged, OF_COMPANY } from './options.ts';

/** Commands that read the ledger; amounts in centavos. */
export const LEDGER_COMMANDS: readonly Command[] = [
  defineCommand({
    name: 'balance show',
    summary: 'shows what an account has, in centavos',
    isAct: false,
    options: { company: OF_COMPANY },
    async run({ company }, { database }) {
      await findCompany(company, database);
      const balances = await database.ledger.readBalances(company);
      const { available = 0, reserve = 0, in_flight: inFlight = 0, debt = 0, fees = 0 } = balances;
      const recipients = Object.entries(balances).filter(([name]) => name.startsWith('recipient:'));
      const own = { available, reserve, inFlight, debt, fees };
      return { content: { record: { company, ...own, ...Object.fromEntries(recipients) } } };
    },
  }),
  defineCommand({
    name: 'statement show',
    summary: 'shows the latest movements of an account, in centavos',
    isAct: false,
    options: {
      company: OF_COMPANY,
      limit: logged(limitOption, 'at most so many, 50 unless given'),
    },
    async run({ company, limit }, { database }) {
      await findCompany(company, database);
      const latest = { from: null, until: null, after: null, limit };
      const lines = await database.statements.page(company, latest);
      const rows = lines.reverse().map((line) => ({
        number: line.sequence,
        at: line.at.toISOString(),
        kind: line.kind,
        source: line.sourceId,
        available: line.available,
        reserve: line.reserve,
        inFlight: line.inFlight,
        debt: line.debt,
        availableAfter: line.availableAfter,
      }));
      return { content: { rows } };
    },
  }),
  defineCommand({
    name: 'reconcile',
    summary: 'recomputes the ledger of every account and names the first row that disagrees',
    isAct: false,
    async run(_options, { database }) {
      const { companies, disagreement } = await checkLedger(database);
      return { content: { record: { companies, disagreement } }, isBad: disagreement !== null };
    },
  }),
];
