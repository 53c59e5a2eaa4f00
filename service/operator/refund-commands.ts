import * as z from 'zod/mini';
import type { Refund } from '../payins/refund.ts';
import type { Command, Row } from './command.ts';
import { defineCommand } from './command.ts';
import { chosenCompanies } from './find-company.ts';
import { companyIdOption, logged } from './options.ts';

/** Commands for money on its way back to buyers. */
export const REFUND_COMMANDS: readonly Command[] = [
  defineCommand({
    name: 'refund list',
    summary: 'lists refunds that were asked for and that their provider has not ended yet',
    isAct: false,
    options: { company: logged(z.optional(companyIdOption), 'those of one company alone') },
    async run({ company }, { database }) {
      const rows: Row[] = [];
      for (const one of await chosenCompanies(company, database)) {
        const pending = await database.refunds.listPending(one, database.now(), null);
        rows.push(...pending.map(toRow));
      }
      return { content: { rows } };
    },
  }),
];

/** Nothing of who paid, and nothing of the merchant's words. */
function toRow(refund: Refund): Row {
  const { companyId, id, payinId, referenceId, amount, provider, createdAt, askedAt } = refund;
  return {
    company: companyId,
    refund: id,
    payin: payinId,
    reference: referenceId,
    amount,
    provider,
    since: createdAt.toISOString(),
    askedAt: askedAt.toISOString(),
  };
}
