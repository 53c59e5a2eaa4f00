import { payoutRequestSchema, payoutStatusSchema } from '../../contract/payout.ts';
import { pixKeyTypeSchema } from '../../contract/pix-key.ts';
import { referenceIdSchema } from '../../contract/reference-id.ts';
import { requireTransacting } from '../domain/accounts/account.ts';
import type { PayoutControl } from '../domain/payouts/control-payout.ts';
import { controlPayout, PAYOUT_CONTROLS } from '../domain/payouts/control-payout.ts';
import { createPayout } from '../domain/payouts/create-payout.ts';
import type { Payout } from '../domain/payouts/payout.ts';
import type { ActContext } from './act.ts';
import { defineAct, logged, unknown, unlogged } from './act.ts';
import { findCompany } from './find-company.ts';
import type { KeyedServices } from './services.ts';
import { CENTAVOS, COMPANY_ID, LIMIT, optional, PAYOUT_ID, plain } from './values.ts';

/** An account's payouts, newest first; `left`: how many more there are. */
export const LIST_PAYOUTS = defineAct({
  id: 'payout.list',
  command: 'payout list',
  permission: 'payouts.read',
  isChange: false,
  fields: {
    companyId: logged(COMPANY_ID),
    status: logged(optional(plain(payoutStatusSchema))),
    referenceId: unlogged(optional(plain(referenceIdSchema))),
    limit: logged(LIMIT),
  },
  async run({ companyId, status, referenceId, limit }, context) {
    const services = await context.services();
    await findCompany(companyId, services);
    const query = { status, referenceId, page: 1, limit };
    const { payouts, total } = await services.payouts.list(companyId, query);
    return { payouts, left: total - payouts.length };
  },
});

const { pixKey, beneficiaryName, beneficiaryDocument } = payoutRequestSchema.shape;

/** Pays out to a PIX key. A repeat is in the log as well, with the payout that was there. */
export const CREATE_PAYOUT = defineAct({
  id: 'payout.create',
  command: 'payout create',
  permission: 'payouts.create',
  needsFreshProof: true,
  isChange: true,
  fields: {
    companyId: logged(COMPANY_ID),
    referenceId: unlogged(plain(referenceIdSchema)),
    amount: logged(CENTAVOS),
    pixKeyType: logged(plain(pixKeyTypeSchema)),
    pixKey: unlogged(plain(pixKey)),
    name: unlogged(plain(beneficiaryName)),
    document: unlogged(plain(beneficiaryDocument)),
  },
  async run({ companyId, name, document, ...asked }, { actor, trail, ...context }) {
    const services = await context.services();
    const account = await findCompany(companyId, services);
    requireTransacting(account);
    let isLogged = false;
    const movePayout: KeyedServices['movePayout'] = async (made) => {
      if (made.from !== null || isLogged) return services.movePayout(made);
      const subjects = { payout: made.to.id };
      isLogged = await trail.recordBy((audit) => services.movePayout({ ...made, audit }), {
        subjects,
      });
      return isLogged;
    };
    const request = { ...asked, beneficiaryName: name, beneficiaryDocument: document };
    const made = { request, createdBy: actor };
    const payout = await createPayout(account, made, { ...services, movePayout });
    if (!isLogged) {
      const subjects = { payout: payout.id, isRepeat: true };
      await trail.record(context.database.db, { subjects });
    }
    return payout;
  },
});

/** Lets a payout go that waits for approval. */
export const APPROVE_PAYOUT = defineAct({
  id: 'payout.approve',
  command: 'payout approve',
  permission: 'payouts.approve',
  needsFreshProof: true,
  isChange: true,
  fields: { payoutId: logged(PAYOUT_ID) },
  carriedBy: 'payoutId',
  run: (asked, context) => control('approve', asked, context),
});

/** Cancels a payout that was not sent yet. */
export const CANCEL_PAYOUT = defineAct({
  id: 'payout.cancel',
  command: 'payout cancel',
  permission: 'payouts.approve',
  needsFreshProof: true,
  isChange: true,
  fields: { payoutId: logged(PAYOUT_ID) },
  carriedBy: 'payoutId',
  run: (asked, context) => control('cancel', asked, context),
});

async function control(
  name: PayoutControl & ('approve' | 'cancel'),
  { companyId, payoutId: id }: { companyId: string; payoutId: string },
  { actor, trail, ...context }: ActContext,
): Promise<Payout> {
  const services = await context.services();
  const account = await findCompany(companyId, services, 'payout');
  if ((await services.payouts.find(companyId, id)) === null) throw unknown('payout');
  const { to } = PAYOUT_CONTROLS[name];
  const movePayout: KeyedServices['movePayout'] = (made) =>
    made.to.id === id && made.to.status === to
      ? trail.recordBy((audit) => services.movePayout({ ...made, audit }))
      : services.movePayout(made);
  const asked = { id, control: name, by: actor };
  return controlPayout(account, asked, { ...services, movePayout });
}
