import { factsOf } from '../acts/change-account.ts';
import { ACCOUNT_ACTS, CREATE_COMPANY, LIST_COMPANIES } from '../acts/companies.ts';
import { ORIGIN_ACTS } from '../acts/origins.ts';
import type { Account } from '../domain/accounts/account.ts';
import type { Command, Row } from './command.ts';
import { commandOf } from './command.ts';

/** Commands that make and describe the accounts of merchants. */
export const COMPANY_COMMANDS: readonly Command[] = [
  commandOf(CREATE_COMPANY, factsOf),
  commandOf(LIST_COMPANIES, (accounts) => accounts.map(toRow)),
  ...[...ACCOUNT_ACTS, ...ORIGIN_ACTS].map((act) => commandOf(act, factsOf)),
];

function toRow({ companyId, companyName, kycStatus, blocked, sandbox }: Account): Row {
  return { company: companyId, name: companyName, kyc: kycStatus, blocked, sandbox };
}
