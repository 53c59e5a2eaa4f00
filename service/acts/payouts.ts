import {
  PAYOUT_STATUSES,
  payoutRequestSchema,
  payoutStatusSchema,
} from '../../contract/payments/payout.ts';
import { PIX_KEY_TYPES, pixKeyTypeSchema } from '../../contract/payments/pix-key.ts';
import { knownReferenceSchema, referenceIdSchema } from '../../contract/payments/reference-id.ts';
import { requireTransacting } from '../domain/accounts/account.ts';
import type { PayoutControl } from '../domain/payouts/control-payout.ts';
import { controlPayout, PAYOUT_CONTROLS } from '../domain/payouts/control-payout.ts';
import { createPayout } from '../domain/payouts/create-payout.ts';
import type { Payout } from '../domain/payouts/payout.ts';
import type { ActContext } from './act.ts';
import { defineAct, logged, look, OF_COMPANY, provenChange, unknown, unlogged } from './act.ts';
import { findCompany } from './find-company.ts';
import type { KeyedServices } from './services.ts';
import { CENTAVOS, LIMIT, optional, PAYOUT_ID, plain } from './values.ts';

export const LIST_PAYOUTS = defineAct({
  ...look('payout.list', 'payout list', 'payouts.read'),
  summary: "lists an account's payouts, newest first",
  fields: {
    ...OF_COMPANY,
    status: logged(optional(plain(payoutStatusSchema)), PAYOUT_STATUSES.join(', ')),
    referenceId: unlogged(optional(plain(knownReferenceSchema)), "the merchant's own id of it"),
    limit: logged(LIMIT, 'at most so many, 50 unless given'),
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

export const CREATE_PAYOUT = defineAct({
  ...provenChange('payout.create', 'payout create', 'payouts.create'),
  summary: 'pays out to a PIX key; a repeat with the same reference pays nothing twice',
  fields: {
    ...OF_COMPANY,
    referenceId: unlogged(plain(referenceIdSchema), "the merchant's own id of it"),
    amount: logged(CENTAVOS, 'in centavos'),
    pixKeyType: logged(plain(pixKeyTypeSchema), PIX_KEY_TYPES.join(', ')),
    pixKey: unlogged(plain(pixKey), 'the key to pay to'),
    name: unlogged(plain(beneficiaryName), 'who it is paid to'),
    document: unlogged(plain(beneficiaryDocument), 'their CPF or CNPJ'),
  },
  async run({ companyId, name, document, ...asked }, { actor, trail, ...context }) {
    const services = await context.services();
    const account = await findCompany(companyId, services);
    requireTransacting(account);
    let isLogged = false;
    const transitionPayout: KeyedServices['transitionPayout'] = async (made) => {
      if (made.from !== null || isLogged) return services.transitionPayout(made);
      const subjects = { payout: made.to.id };
      isLogged = await trail.recordBy((audit) => services.transitionPayout({ ...made, audit }), {
        subjects,
      });
      return isLogged;
    };
    const request = { ...asked, beneficiaryName: name, beneficiaryDocument: document };
    const made = { request, createdBy: actor };
    const payout = await createPayout(account, made, { ...services, transitionPayout });
    if (!isLogged) {
      const subjects = { payout: payout.id, isRepeat: true };
      await trail.record(context.database.db, { subjects });
    }
    return payout;
  },
});

export const APPROVE_PAYOUT = defineAct({
  ...provenChange('payout.approve', 'payout approve', 'payouts.approve'),
  summary: 'lets a payout go that waits for approval',
  fields: { payoutId: logged(PAYOUT_ID, 'its id') },
  carriedBy: 'payoutId',
  run: (asked, context) => control('approve', asked, context),
});

export const CANCEL_PAYOUT = defineAct({
  ...provenChange('payout.cancel', 'payout cancel', 'payouts.approve'),
  summary: 'cancels a payout that was not sent yet; its amount is available again',
  fields: { payoutId: logged(PAYOUT_ID, 'its id') },
  carriedBy: 'payoutId',
  run: (asked, context) => control('cancel', asked, context),
});

export const PAYOUT_ACTS = [LIST_PAYOUTS, CREATE_PAYOUT, APPROVE_PAYOUT, CANCEL_PAYOUT] as const;

async function control(
  name: PayoutControl & ('approve' | 'cancel'),
  { companyId, payoutId: id }: { companyId: string; payoutId: string },
  { actor, trail, ...context }: ActContext,
): Promise<Payout> {
  const services = await context.services();
  const account = await findCompany(companyId, services, 'payout');
  if ((await services.payouts.find(companyId, id)) === null) throw unknown('payout');
  const { to } = PAYOUT_CONTROLS[name];
  const transitionPayout: KeyedServices['transitionPayout'] = (made) =>
    made.to.id === id && made.to.status === to
      ? trail.recordBy((audit) => services.transitionPayout({ ...made, audit }))
      : services.transitionPayout(made);
  const asked = { id, control: name, by: actor };
  return controlPayout(account, asked, { ...services, transitionPayout });
}
