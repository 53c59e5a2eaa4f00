import * as z from 'zod/mini';
import { PAYOUT_STATUSES, payoutStatusSchema } from '../../contract/payout.ts';
import { referenceIdSchema } from '../../contract/reference-id.ts';
import { controlPayout, PAYOUT_CONTROLS } from '../payouts/control-payout.ts';
import type { Payout } from '../payouts/payout.ts';
import type { Command, Invocation, Row } from './command.ts';
import { defineCommand, unknown } from './command.ts';
import { findCompany } from './find-company.ts';
import { companyOf, limitOption, logged, OF_COMPANY, payoutIdOption, unlogged } from './options.ts';
import type { KeyedServices } from './services.ts';

/** Commands for payments that go out. Decision: none shows to whom. */
export const PAYOUT_COMMANDS: readonly Command[] = [
  defineCommand({
    name: 'payout list',
    summary: "lists an account's payouts, newest first",
    isAct: false,
    options: {
      company: OF_COMPANY,
      status: logged(z.optional(payoutStatusSchema), PAYOUT_STATUSES.join(', ')),
      reference: unlogged(z.optional(referenceIdSchema), "the merchant's own id of it"),
      limit: logged(limitOption, 'at most so many, 50 unless given'),
    },
    async run({ company, status, reference, limit }, invocation) {
      const services = await invocation.services();
      await findCompany(company, services);
      const query = { status, referenceId: reference, page: 1, limit };
      const { payouts, total } = await services.payouts.list(company, query);
      const left = total - payouts.length;
      return {
        content: { rows: payouts.map(toRow) },
        notes: left > 0 ? [`${left} more are not shown.`] : [],
      };
    },
  }),
  defineCommand({
    name: 'payout approve',
    summary: 'lets a payout go that waits for approval',
    isAct: true,
    options: { payout: logged(payoutIdOption, 'its id') },
    run: ({ payout }, invocation) => move(payout, 'approve', invocation),
  }),
  defineCommand({
    name: 'payout cancel',
    summary: 'cancels a payout that was not sent yet; its amount is available again',
    isAct: true,
    options: { payout: logged(payoutIdOption, 'its id') },
    run: ({ payout }, invocation) => move(payout, 'cancel', invocation),
  }),
];

async function move(id: string, control: 'approve' | 'cancel', invocation: Invocation) {
  const services = await invocation.services();
  const account = await findCompany(companyOf(id), services, 'payout');
  if ((await services.payouts.find(account.companyId, id)) === null) throw unknown('payout');
  const { to } = PAYOUT_CONTROLS[control];
  const movePayout: KeyedServices['movePayout'] = (made) =>
    made.to.id === id && made.to.status === to
      ? invocation.trail.recordBy((audit) => services.movePayout({ ...made, audit }))
      : services.movePayout(made);
  const payout = await controlPayout(account, id, control, { ...services, movePayout });
  return { content: { record: toRow(payout) } };
}

function toRow(payout: Payout): Row {
  return {
    payout: payout.id,
    externalId: payout.externalId,
    reference: payout.referenceId,
    status: payout.status,
    amount: payout.amount,
    fee: payout.fee,
    reason: payout.reason,
    createdAt: payout.createdAt.toISOString(),
    updatedAt: payout.updatedAt.toISOString(),
  };
}
