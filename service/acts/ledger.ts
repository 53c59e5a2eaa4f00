import { checkLedger } from '../domain/ledger/check-ledger.ts';
import { defineAct, logged } from './act.ts';
import { findCompany } from './find-company.ts';
import { COMPANY_ID, LIMIT } from './values.ts';

/** What an account has, in centavos. */
export const SHOW_BALANCE = defineAct({
  id: 'balance.show',
  command: 'balance show',
  permission: 'balance.read',
  isChange: false,
  fields: { companyId: logged(COMPANY_ID) },
  async run({ companyId }, { database }) {
    await findCompany(companyId, database);
    return { companyId, balances: await database.ledger.readBalances(companyId) };
  },
});

/** The latest movements of an account, in centavos. */
export const SHOW_STATEMENT = defineAct({
  id: 'statement.show',
  command: 'statement show',
  permission: 'balance.read',
  isChange: false,
  fields: { companyId: logged(COMPANY_ID), limit: logged(LIMIT) },
  async run({ companyId, limit }, { database }) {
    await findCompany(companyId, database);
    const latest = { from: null, until: null, after: null, limit };
    return (await database.statements.page(companyId, latest)).reverse();
  },
});

/** Recomputes the ledger of every account, and names the first row that disagrees. */
export const CHECK_LEDGER = defineAct({
  id: 'ledger.check',
  command: 'reconcile',
  permission: 'system.read',
  isChange: false,
  fields: {},
  run: (_asked, { database }) => checkLedger(database),
});
