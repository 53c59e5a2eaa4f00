import { referenceIdSchema } from '../../contract/payments/reference-id.ts';
import { refundReasonSchema } from '../../contract/payments/refund.ts';
import { createRefund } from '../domain/payins/refunds/create-refund.ts';
import { defineAct, logged, look, provenChange, unlogged } from './act.ts';
import { findCompany, listOfChosen } from './find-company.ts';
import type { KeyedServices } from './services.ts';
import { CENTAVOS, COMPANY_ID, optional, PAYIN_ID, plain } from './values.ts';

export const LIST_REFUNDS = defineAct({
  ...look('refund.list', 'refund list', 'payments.read'),
  summary: 'lists refunds that were asked for and that their provider has not ended yet',
  fields: { companyId: logged(optional(COMPANY_ID), 'those of one company alone') },
  run: ({ companyId }, { database }) =>
    listOfChosen(companyId, database, (one) =>
      database.refunds.listPending(one, database.now(), null),
    ),
});

/** Decision: who is limited may give back R$ 500,00 of a payment, counted with others' refunds. */
export const LIMITED_REFUND_CENTAVOS = 50_000;

export const REFUND_PAYMENT = defineAct({
  ...provenChange('payment.refund', 'refund create', 'payments.refund'),
  summary: "asks a payin's provider to give it back or a part of it, as its merchant does",
  fields: {
    payinId: logged(PAYIN_ID, 'its id'),
    referenceId: unlogged(plain(referenceIdSchema), "the merchant's own id of the refund"),
    amount: logged(optional(CENTAVOS), 'centavos; all that is left unless given'),
    reason: unlogged(optional(plain(refundReasonSchema)), 'words that the buyer may see'),
    atMost: logged(
      optional(CENTAVOS),
      'centavos that may be given back of it in all; more is refused',
    ),
  },
  carriedBy: 'payinId',
  async run({ companyId, atMost: most, ...given }, context) {
    const { trail, isLimited } = context;
    const atMost = isLimited ? Math.min(most ?? Infinity, LIMITED_REFUND_CENTAVOS) : most;
    const services = await context.services();
    const account = await findCompany(companyId, services, 'payin');
    let isWritten = false;
    // The attempt is kept with the name of whoever asks, in the commit that holds the money.
    const transitionPayin: KeyedServices['transitionPayin'] = (move) => {
      const { refund } = move;
      if (refund === null || !('begins' in refund)) return services.transitionPayin(move);
      const { id, provider, amount: centavos } = refund.begins;
      const limit = isLimited ? { 'at-most': LIMITED_REFUND_CENTAVOS } : {};
      const subjects = { refund: id, provider, amount: centavos, ...limit };
      return trail.recordBy(
        async (audit) => {
          isWritten = await services.transitionPayin({ ...move, audit });
          return isWritten;
        },
        { subjects },
      );
    };
    const asked = { ...given, atMost };
    const refund = await createRefund(account, asked, { ...services, transitionPayin });
    if (!isWritten) await trail.record(services.db, { subjects: { refund: refund.id } });
    return refund;
  },
});

export const REFUND_ACTS = [LIST_REFUNDS, REFUND_PAYMENT] as const;
