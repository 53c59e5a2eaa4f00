import { RETURN_NATURES } from '../../contract/payments/payin-return.ts';
import { invalidField } from '../base/shared/api-error.ts';
import { endOfDay } from '../base/shared/sao-paulo-days.ts';
import { payinMoney } from '../domain/payins/payin-ledger.ts';
import type { TakenBackEntry } from '../domain/payins/refunds/enter-taken-back.ts';
import { enterTakenBack } from '../domain/payins/refunds/enter-taken-back.ts';
import type { ActContext } from './act.ts';
import { change, defineAct, logged, provenChange } from './act.ts';
import { findPayin } from './find-company.ts';
import type { KeyedServices } from './services.ts';
import { CENTAVOS, DAY, FOREIGN_REFERENCE, oneOf, optional, PAYIN_ID } from './values.ts';

const OF_PAYIN = { payinId: logged(PAYIN_ID, 'its id') };
const DOCUMENT = logged(FOREIGN_REFERENCE, "the number of the provider's document, for the log");
const REFERENCE = logged(
  FOREIGN_REFERENCE,
  "the provider's own id of it, by which it is entered once",
);

export const RECORD_REFUND = defineAct({
  ...change('payment.record-refund', 'refund record', null),
  summary: "records what was given back of a payin at the provider's own pages; gives nothing back",
  fields: {
    ...OF_PAYIN,
    amount: logged(optional(CENTAVOS), 'centavos; all that is left unless given'),
    acquirerReference: logged(
      optional(FOREIGN_REFERENCE),
      "outside the sandbox: the acquirer's own id of the refund made there",
    ),
  },
  carriedBy: 'payinId',
  async run({ amount, acquirerReference: reference = null, ...asked }, context) {
    const services = await context.services();
    const { account } = await findPayin(asked, services);
    // Decision: outside the sandbox an operator makes the refund at the acquirer first, and records it
    // here under what they call it; what a merchant asks for, the service asks the acquirer for.
    if (!account.sandbox && reference === null) {
      throw invalidField('acquirer-reference', 'required');
    }
    return enter(asked, { kind: 'return', nature: 'elsewhere', reference, amount }, context);
  },
});

export const ENTER_RETURN = defineAct({
  ...provenChange('payment.return', 'payin return', 'system.settle'),
  summary: 'enters money of a payin that its provider says on paper alone was taken back',
  fields: {
    ...OF_PAYIN,
    nature: logged(
      oneOf(RETURN_NATURES),
      `why: ${RETURN_NATURES.join(', ')} (given back at the provider's own pages: elsewhere)`,
    ),
    amount: logged(
      optional(CENTAVOS),
      'centavos; unless given, what its dispute has taken, or all that is left',
    ),
    reference: REFERENCE,
    document: DOCUMENT,
  },
  carriedBy: 'payinId',
  run: async ({ document: _, ...given }, context) =>
    enter(given, { kind: 'return', ...given }, context),
});

export const UNDO_RETURN = defineAct({
  ...provenChange('payment.undo-return', 'payin undo-return', 'system.settle'),
  summary: 'enters that such a return did not stand, and gives its money to the merchant again',
  fields: { ...OF_PAYIN, reference: REFERENCE, document: DOCUMENT },
  carriedBy: 'payinId',
  run: async ({ reference, ...asked }, context) =>
    enter(asked, { kind: 'undo-return', reference }, context),
});

const DISPUTES = ['med_fraud', 'med_operational', 'med_recurring', 'chargeback'] as const;

export const ENTER_DISPUTE = defineAct({
  ...provenChange('payment.dispute', 'payin dispute', 'system.settle'),
  summary: 'enters that a payin is contested, and takes what is contested from the merchant',
  fields: {
    ...OF_PAYIN,
    nature: logged(oneOf(DISPUTES), `why: ${DISPUTES.join(', ')}`),
    amount: logged(optional(CENTAVOS), 'centavos; all that is left unless given'),
    reference: REFERENCE,
    document: DOCUMENT,
    answerBy: logged(optional(DAY), 'the last day for an answer, such as 2026-12-01'),
  },
  carriedBy: 'payinId',
  async run({ document: _, answerBy: day, ...given }, context) {
    const answerBy = day === undefined ? null : endOfDay(day);
    return enter(given, { kind: 'dispute', ...given, answerBy }, context);
  },
});

export const END_DISPUTE = defineAct({
  ...provenChange('payment.end-dispute', 'payin end-dispute', 'system.settle'),
  summary: "enters how a payin's dispute has ended; won gives the money to the merchant again",
  fields: {
    ...OF_PAYIN,
    outcome: logged(oneOf(['won', 'lost']), 'won or lost, for the merchant'),
    document: DOCUMENT,
  },
  carriedBy: 'payinId',
  run: async ({ outcome, ...asked }, context) => enter(asked, { kind: outcome }, context),
});

export const TAKEN_BACK_ACTS = [
  RECORD_REFUND,
  ENTER_DISPUTE,
  END_DISPUTE,
  ENTER_RETURN,
  UNDO_RETURN,
] as const;

/** Keeps the act in the commit that moves the money; one that is there already is kept beside it. */
async function enter(
  asked: { companyId: string; payinId: string },
  entry: TakenBackEntry,
  { trail, database, services: open }: ActContext,
) {
  const services = await open();
  const { account } = await findPayin(asked, services);
  let isWritten = false;
  const transitionPayin: KeyedServices['transitionPayin'] = async (move) => {
    const refunded = (move.to?.refundedAmount ?? 0) - move.from.refundedAmount;
    const subjects = refunded === 0 ? {} : { refunded };
    isWritten = await trail.recordBy((audit) => services.transitionPayin({ ...move, audit }), {
      subjects,
    });
    return isWritten;
  };
  const payin = await enterTakenBack(account, asked.payinId, entry, {
    ...services,
    transitionPayin,
  });
  if (!isWritten) await trail.record(services.db);
  return { payin, money: await payinMoney(payin, database) };
}
