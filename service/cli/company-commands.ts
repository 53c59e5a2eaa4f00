import { factsOf } from '../acts/change-account.ts';
import { ACCOUNT_ACTS, CREATE_COMPANY, LIST_COMPANIES } from '../acts/companies.ts';
import { ORIGIN_ACTS } from '../acts/origins.ts';
import type { Account } from '../domain/accounts/account.ts';
import type { Command } from './command.ts';
import { commandOf } from './command.ts';

/** Commands that make and describe the accounts of merchants. */
export const COMPANY_COMMANDS: readonly Command[] = [
  commandOf(CREATE_COMPANY, tell),
  commandOf(LIST_COMPANIES, function tell(accounts) {
    const rows = accounts.map(({ companyId, companyName, kycStatus, blocked, sandbox }) => ({
      company: companyId,
      name: companyName,
      kyc: kycStatus,
      blocked,
      sandbox,
    }));
    return { content: { rows } };
  }),
  ...[...ACCOUNT_ACTS, ...ORIGIN_ACTS].map((act) => commandOf(act, tell)),
];

function tell(account: Account) {
  return { content: { record: factsOf(account) } };
}
