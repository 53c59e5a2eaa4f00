import { dayInSaoPaulo } from '../base/shared/sao-paulo-days.ts';
import { accountTime } from '../domain/accounts/account.ts';
import { checkLedger } from '../domain/ledger/check-ledger.ts';
import { netOf } from '../domain/ledger/receivable.ts';
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

export const LIST_RECEIVABLES = defineAct({
  ...look('receivable.list', 'receivable list', 'companies.manage'),
  summary: 'shows what acquirers are going to pay for cards of a company, by day, in centavos',
  fields: { ...OF_COMPANY, limit: logged(LIMIT, 'at most so many days, 50 unless given') },
  async run({ companyId, limit }, { database }) {
    const account = await findCompany(companyId, database);
    const after = dayInSaoPaulo(accountTime(account, database.now()));
    const days = await database.receivables.dueByDay(companyId, { after, limit });
    return days.map((day) => ({ ...day, net: netOf(day) }));
  },
});

export const CHECK_LEDGER = defineAct({
  ...look('ledger.check', 'reconcile', 'system.read'),
  summary: 'recomputes the ledger of every account and names the first row that disagrees',
  fields: {},
  run: (_asked, { database }) => checkLedger(database),
});

export const LEDGER_ACTS = [SHOW_BALANCE, SHOW_STATEMENT, LIST_RECEIVABLES, CHECK_LEDGER] as const;
