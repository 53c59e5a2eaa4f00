import { returnUnderpayment } from '../domain/payins/refunds/return-underpayment.ts';
import type { WaitingUnderpayment } from '../domain/payins/refunds/underpayment.ts';
import { defineAct, logged, unknown } from './act.ts';
import { chosenCompanies, findCompany } from './find-company.ts';
import type { KeyedServices } from './services.ts';
import { COMPANY_ID, optional, PAYIN_ID } from './values.ts';

/** Payins that were paid with less than asked for and wait for an operator. */
export const LIST_UNDERPAID = defineAct({
  id: 'underpaid.list',
  command: 'underpaid list',
  permission: 'system.read',
  isChange: false,
  fields: { companyId: logged(optional(COMPANY_ID)) },
  async run({ companyId }, { database }) {
    const waiting: WaitingUnderpayment[] = [];
    for (const one of await chosenCompanies(companyId, database)) {
      waiting.push(...(await database.underpayments.listWaiting(one)));
    }
    return waiting;
  },
});

/** Ends such a payin as FAILED and has what came in given back to whoever paid. */
export const RETURN_UNDERPAID = defineAct({
  id: 'underpaid.return',
  command: 'underpaid return',
  permission: 'system.settle',
  needsFreshProof: true,
  isChange: true,
  fields: { payinId: logged(PAYIN_ID) },
  carriedBy: 'payinId',
  async run({ companyId, payinId }, { trail, services: open }) {
    const services = await open();
    const account = await findCompany(companyId, services, 'payin');
    const payin = await services.payins.find(companyId, payinId);
    if (payin === null || payin.chargeState === 'reserved') throw unknown('payin');
    // The attempt is kept with the name of whoever asks, in the commit that ends the payin.
    const movePayin: KeyedServices['movePayin'] = (move) => {
      const { enters, reversal } = move;
      if (enters !== 'FAILED' || reversal === null) return services.movePayin(move);
      const { id, provider, amount } = reversal;
      const subjects = { reversal: id, provider, amount };
      return trail.recordBy((audit) => services.movePayin({ ...move, audit }), { subjects });
    };
    return returnUnderpayment(account, payin, { ...services, movePayin });
  },
});
