import * as z from 'zod/mini';
import { chosenCompanies, findCompany } from '../acts/find-company.ts';
import { reversalMove } from '../payins/payin-move.ts';
import type { Reversal } from '../payins/reversal.ts';
import { ApiError, invalidField } from '../shared/api-error.ts';
import type { Command, Row } from './command.ts';
import { defineCommand, unknown } from './command.ts';
import { companyIdOption, companyOf, logged, payinIdOption, referenceOption } from './options.ts';

/** Commands for charges that were found after their payins had failed. */
export const ORPHAN_COMMANDS: readonly Command[] = [
  defineCommand({
    name: 'orphan list',
    summary: 'lists charges that came after their payins had failed and are not given back yet',
    isAct: false,
    options: { company: logged(z.optional(companyIdOption), 'those of one company alone') },
    async run({ company }, { database }) {
      const rows: Row[] = [];
      for (const one of await chosenCompanies(company, database)) {
        const open = await database.reversals.listOpen(one);
        rows.push(...open.map(({ reversal, referenceId }) => toRow(reversal, referenceId)));
      }
      return { content: { rows } };
    },
  }),
  defineCommand({
    name: 'orphan mark-returned',
    summary: 'records that such a charge was given back at the acquirer, and ends the look-ups',
    isAct: true,
    options: {
      payin: logged(payinIdOption, 'the payin it belongs to'),
      'acquirer-reference': logged(
        z.optional(referenceOption),
        "outside the sandbox: the acquirer's own id of what was made there",
      ),
    },
    async run({ payin: id, ...given }, { trail, services: open }) {
      const services = await open();
      const account = await findCompany(companyOf(id), services, 'payin');
      const payin = await services.payins.find(account.companyId, id);
      const reversal = await services.reversals.find(account.companyId, id);
      if (payin === null || reversal === null) throw unknown('payin');
      // Decision: the operator's word is enough, since an acquirer that cannot give back may not tell
      // of it either; as for a refund, what they have made there is named.
      if (!account.sandbox && given['acquirer-reference'] === undefined) {
        throw invalidField('acquirer-reference', 'is required outside the sandbox');
      }
      const done = { ...reversal, doneAt: services.now() };
      const { id: reversalId, provider, amount } = reversal;
      const subjects = { reversal: reversalId, provider, amount };
      // False also where the service has learned meanwhile that it was given back.
      const isRecorded = await trail.recordBy(
        (audit) => services.movePayin(reversalMove(account, payin, done, audit)),
        { subjects },
      );
      if (!isRecorded) {
        throw new ApiError('ILLEGAL_TRANSITION', 'This charge is written as given back already.');
      }
      await services.lookUps.end(payin);
      return {
        content: { record: { payin: id, ...subjects, returnedAt: done.doneAt.toISOString() } },
      };
    },
  }),
];

function toRow(reversal: Reversal, referenceId: string): Row {
  const { companyId, payinId, amount, provider, externalId, isByHand, begunAt } = reversal;
  return {
    company: companyId,
    payin: payinId,
    reference: referenceId,
    amount,
    acquirer: provider,
    charge: externalId,
    since: begunAt.toISOString(),
    state: isByHand ? 'by_hand' : 'open',
    todo: isByHand
      ? 'give it back at the acquirer, then "orphan mark-returned"'
      : 'nothing: the acquirer is asked again, at least once an hour',
  };
}
