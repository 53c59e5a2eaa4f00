import { ApiError, invalidField } from '../base/shared/api-error.ts';
import { errorDetail } from '../base/shared/error-detail.ts';
import { reversalTransition } from '../domain/payins/payin-transition.ts';
import { defineAct, logged, look, provenChange, unknown } from './act.ts';
import { findCompany, listOfChosen } from './find-company.ts';
import { COMPANY_ID, FOREIGN_REFERENCE, optional, PAYIN_ID } from './values.ts';

export const LIST_ORPHANS = defineAct({
  ...look('orphan.list', 'orphan list', 'system.read'),
  summary: 'lists charges that came after their payins had failed and are not given back yet',
  fields: { companyId: logged(optional(COMPANY_ID), 'those of one company alone') },
  run: ({ companyId }, { database }) =>
    listOfChosen(companyId, database, (one) => database.reversals.listOpen(one)),
});

export const MARK_RETURNED = defineAct({
  ...provenChange('orphan.mark-returned', 'orphan mark-returned', 'system.settle'),
  summary: 'records that such a charge was given back at the acquirer, and ends the look-ups',
  fields: {
    payinId: logged(PAYIN_ID, 'the payin it belongs to'),
    acquirerReference: logged(
      optional(FOREIGN_REFERENCE),
      "outside the sandbox: the acquirer's own id of what was made there",
    ),
  },
  carriedBy: 'payinId',
  async run({ companyId, payinId, acquirerReference }, { trail, services: open }) {
    const services = await open();
    const account = await findCompany(companyId, services, 'payin');
    const payin = await services.payins.find(companyId, payinId);
    const reversal = await services.reversals.find(companyId, payinId);
    if (payin === null || reversal === null) throw unknown('payin');
    // Decision: the operator's word is enough, since an acquirer that cannot give back may not tell
    // of it either; as for a refund, what they have made there is named.
    if (!account.sandbox && acquirerReference === undefined) {
      throw invalidField('acquirer-reference', 'required');
    }
    const returnedAt = services.now();
    const { id, provider, amount } = reversal;
    const subjects = { reversal: id, provider, amount };
    // False also where the service has learned meanwhile that it was given back.
    const isRecorded = await trail.recordBy(
      (audit) => {
        const done = { ...reversal, doneAt: returnedAt };
        return services.transitionPayin(reversalTransition(account, payin, done, audit));
      },
      { subjects },
    );
    if (!isRecorded) {
      throw new ApiError('ILLEGAL_TRANSITION', 'This charge is written as given back already.', {
        details: [errorDetail('', 'done_already')],
      });
    }
    await services.lookUps.end(payin);
    return { payin: payinId, ...subjects, returnedAt };
  },
});

export const ORPHAN_ACTS = [LIST_ORPHANS, MARK_RETURNED] as const;
