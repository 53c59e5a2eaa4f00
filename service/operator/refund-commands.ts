import * as z from 'zod/mini';
import { referenceIdSchema } from '../../contract/reference-id.ts';
import { refundReasonSchema } from '../../contract/refund.ts';
import { createRefund } from '../payins/create-refund.ts';
import type { Refund } from '../payins/refund.ts';
import type { Command, Row } from './command.ts';
import { defineCommand } from './command.ts';
import { chosenCompanies, findCompany } from './find-company.ts';
import {
  centavosOption,
  companyIdOption,
  companyOf,
  logged,
  payinIdOption,
  unlogged,
} from './options.ts';
import type { KeyedServices } from './services.ts';

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
  defineCommand({
    name: 'refund create',
    summary: "asks a payin's provider to give it back or a part of it, as its merchant does",
    isAct: true,
    options: {
      payin: logged(payinIdOption, 'its id'),
      reference: unlogged(referenceIdSchema, "the merchant's own id of the refund"),
      amount: logged(z.optional(centavosOption), 'centavos; all that is left unless given'),
      reason: unlogged(z.optional(refundReasonSchema), 'words that the buyer may see'),
      'at-most': logged(
        z.optional(centavosOption),
        'centavos that may be given back of it in all; more is refused',
      ),
    },
    async run({ payin: payinId, reference: referenceId, amount, reason, ...limit }, invocation) {
      const { trail } = invocation;
      const services = await invocation.services();
      const account = await findCompany(companyOf(payinId), services, 'payin');
      let isWritten = false;
      // The attempt is kept with the name of whoever asks, in the commit that holds the money.
      const movePayin: KeyedServices['movePayin'] = (move) => {
        const { refund } = move;
        if (refund === null || !('begins' in refund)) return services.movePayin(move);
        const { id, provider, amount: centavos } = refund.begins;
        const subjects = { refund: id, provider, amount: centavos };
        return trail.recordBy(
          async (audit) => {
            isWritten = await services.movePayin({ ...move, audit });
            return isWritten;
          },
          { subjects },
        );
      };
      const asked = { payinId, referenceId, amount, reason, atMost: limit['at-most'] };
      const refund = await createRefund(account, asked, { ...services, movePayin });
      if (!isWritten) await trail.record(services.db, { subjects: { refund: refund.id } });
      return { content: { record: toRecord(refund) } };
    },
  }),
];

function toRecord(refund: Refund): Row {
  const { id, payinId, amount, status, failureReason } = refund;
  return { refund: id, payin: payinId, amount, status, failureReason };
}

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
