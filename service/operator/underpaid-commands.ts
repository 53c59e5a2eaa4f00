import * as z from 'zod/mini';
import { chosenCompanies, findCompany } from '../acts/find-company.ts';
import type { KeyedServices } from '../acts/services.ts';
import { returnUnderpayment } from '../payins/return-underpayment.ts';
import type { Reversal } from '../payins/reversal.ts';
import type { WaitingUnderpayment } from '../payins/underpayment.ts';
import type { Command, Row } from './command.ts';
import { defineCommand, unknown } from './command.ts';
import { companyIdOption, companyOf, logged, payinIdOption } from './options.ts';

/** Commands for payins that were paid with less than was asked for. */
export const UNDERPAID_COMMANDS: readonly Command[] = [
  defineCommand({
    name: 'underpaid list',
    summary: 'lists payins that were paid with less than asked for and wait for you',
    isAct: false,
    options: { company: logged(z.optional(companyIdOption), 'those of one company alone') },
    async run({ company }, { database }) {
      const rows: Row[] = [];
      for (const one of await chosenCompanies(company, database)) {
        rows.push(...(await database.underpayments.listWaiting(one)).map(toRow));
      }
      return { content: { rows } };
    },
  }),
  defineCommand({
    name: 'underpaid return',
    summary: 'ends such a payin as FAILED and has what came in given back to whoever paid',
    isAct: true,
    options: { payin: logged(payinIdOption, 'its id') },
    async run({ payin: id }, { trail, services: open }) {
      const services = await open();
      const account = await findCompany(companyOf(id), services, 'payin');
      const payin = await services.payins.find(account.companyId, id);
      if (payin === null || payin.chargeState === 'reserved') throw unknown('payin');
      // The attempt is kept with the name of whoever asks, in the commit that ends the payin.
      const movePayin: KeyedServices['movePayin'] = (move) => {
        const { enters, reversal } = move;
        if (enters !== 'FAILED' || reversal === null) return services.movePayin(move);
        const { id: reversalId, provider, amount } = reversal;
        const subjects = { reversal: reversalId, provider, amount };
        return trail.recordBy((audit) => services.movePayin({ ...move, audit }), { subjects });
      };
      const reversal = await returnUnderpayment(account, payin, { ...services, movePayin });
      return { content: { record: toRecord(reversal) } };
    },
  }),
];

function toRow(waiting: WaitingUnderpayment): Row {
  const { companyId, payinId, referenceId, paymentMethod, provider, foundAt } = waiting;
  return {
    company: companyId,
    payin: payinId,
    reference: referenceId,
    method: paymentMethod,
    asked: waiting.amount,
    paid: waiting.paidAmount,
    provider,
    since: foundAt.toISOString(),
  };
}

function toRecord({ payinId, id, provider, amount, isByHand, doneAt }: Reversal): Row {
  return {
    payin: payinId,
    status: 'FAILED',
    reversal: id,
    provider,
    amount,
    state: doneAt === null ? (isByHand ? 'by_hand' : 'open') : 'done',
    todo: toDo({ isByHand, doneAt }),
  };
}

function toDo({ isByHand, doneAt }: Pick<Reversal, 'isByHand' | 'doneAt'>): string {
  if (doneAt !== null) return 'nothing: it has gone back';
  return isByHand
    ? 'give it back at the provider, then "orphan mark-returned"'
    : 'nothing: the provider is asked again, at least once an hour';
}
