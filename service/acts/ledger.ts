import { checkLedger } from '../domain/ledger/check-ledger.ts';
import { defineAct, logged, look, OF_COMPANY } from './act.ts';
import { findCompany } from './find-company.ts';
import { LIMIT } from './values.ts';

export const SHOW_BALANCE = defineAct({
  ...look('balance.show', 'balance show', 'balance.read'),
  summary: 'shows what an account has, in centavos',
  fields: OF_COMPANY,
  async run({ companyId }, { database }) {
    await findCompany(companyId, database);
    return { companyId, balances: await database.ledger.readBalances(companyId) };
  },
});

export const SHOW_STATEMENT = defineAct({
  ...look('statement.show', 'statement show', 'balance.read'),
  summary: 'shows the latest movements of an account, in centavos',
  fields: { ...OF_COMPANY, limit: logged(LIMIT, 'at most so many, 50 unless given') },
  async run({ companyId, limit }, { database }) {
    await findCompany(companyId, database);
    const latest = { from: null, until: null, after: null, limit };
    return (await database.statements.page(companyId, latest)).reverse();
  },
});

export const CHECK_LEDGER = defineAct({
  ...look('ledger.check', 'reconcile', 'system.read'),
  summary: 'recomputes the ledger of every account and names the first row that disagrees',
  fields: {},
  run: (_asked, { database }) => checkLedger(database),
});

export const LEDGER_ACTS = [SHOW_BALANCE, SHOW_STATEMENT, CHECK_LEDGER] as const;
