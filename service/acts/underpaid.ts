import { returnUnderpayment } from '../domain/payins/refunds/return-underpayment.ts';
import { defineAct, logged, look, provenChange } from './act.ts';
import { findPayin, listOfChosen } from './find-company.ts';
import type { KeyedServices } from './services.ts';
import { COMPANY_ID, optional, PAYIN_ID } from './values.ts';

export const LIST_UNDERPAID = defineAct({
  ...look('underpaid.list', 'underpaid list', 'system.read'),
  summary: 'lists payins that were paid with less than asked for and wait for you',
  fields: { companyId: logged(optional(COMPANY_ID), 'those of one company alone') },
  run: ({ companyId }, { database }) =>
    listOfChosen(companyId, database, (one) => database.underpayments.listWaiting(one)),
});

export const RETURN_UNDERPAID = defineAct({
  ...provenChange('underpaid.return', 'underpaid return', 'system.settle'),
  summary: 'ends such a payin as FAILED and has what came in given back to whoever paid',
  fields: { payinId: logged(PAYIN_ID, 'its id') },
  carriedBy: 'payinId',
  async run(asked, { trail, services: open }) {
    const services = await open();
    const { account, payin } = await findPayin(asked, services);
    // The attempt is kept with the name of whoever asks, in the commit that ends the payin.
    const transitionPayin: KeyedServices['transitionPayin'] = (move) => {
      const { enters, reversal } = move;
      if (enters !== 'FAILED' || reversal === null) return services.transitionPayin(move);
      const { id, provider, amount } = reversal;
      const subjects = { reversal: id, provider, amount };
      return trail.recordBy((audit) => services.transitionPayin({ ...move, audit }), { subjects });
    };
    return returnUnderpayment(account, payin, { ...services, transitionPayin });
  },
});

export const UNDERPAID_ACTS = [LIST_UNDERPAID, RETURN_UNDERPAID] as const;
