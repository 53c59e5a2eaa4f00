import * as z from 'zod/mini';
import type { PayoutRequest } from '../../contract/payout.ts';
import { PAYOUT_STATUSES, payoutRequestSchema, payoutStatusSchema } from '../../contract/payout.ts';
import { PIX_KEY_TYPES, pixKeyTypeSchema } from '../../contract/pix-key.ts';
import { referenceIdSchema } from '../../contract/reference-id.ts';
import { requireTransacting } from '../accounts/account.ts';
import { findCompany } from '../acts/find-company.ts';
import type { KeyedServices } from '../acts/services.ts';
import { controlPayout, PAYOUT_CONTROLS } from '../payouts/control-payout.ts';
import { createPayout } from '../payouts/create-payout.ts';
import type { Payout } from '../payouts/payout.ts';
import type { Command, Invocation, Row } from './command.ts';
import { defineCommand, unknown } from './command.ts';
import {
  centavosOption,
  companyOf,
  limitOption,
  logged,
  OF_COMPANY,
  payoutIdOption,
  unlogged,
} from './options.ts';

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
    name: 'payout create',
    summary: 'pays out to a PIX key; a repeat with the same reference pays nothing twice',
    isAct: true,
    options: {
      company: OF_COMPANY,
      reference: unlogged(referenceIdSchema, "the merchant's own id of it"),
      amount: logged(centavosOption, 'in centavos'),
      'pix-key-type': logged(pixKeyTypeSchema, PIX_KEY_TYPES.join(', ')),
      'pix-key': unlogged(payoutRequestSchema.shape.pixKey, 'the key to pay to'),
      name: unlogged(payoutRequestSchema.shape.beneficiaryName, 'who it is paid to'),
      document: unlogged(payoutRequestSchema.shape.beneficiaryDocument, 'their CPF or CNPJ'),
    },
    async run(options, invocation) {
      const request = {
        amount: options.amount,
        pixKey: options['pix-key'],
        pixKeyType: options['pix-key-type'],
        referenceId: options.reference,
        beneficiaryName: options.name,
        beneficiaryDocument: options.document,
      };
      return { content: { record: toRow(await create(options.company, request, invocation)) } };
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

/** A repeat is in the log as well, with the payout that was there. */
async function create(company: string, request: PayoutRequest, invocation: Invocation) {
  const { actor, trail } = invocation;
  const services = await invocation.services();
  const account = await findCompany(company, services);
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
  const asked = { request, createdBy: actor };
  const payout = await createPayout(account, asked, { ...services, movePayout });
  if (!isLogged) {
    const subjects = { payout: payout.id, isRepeat: true };
    await trail.record(invocation.database.db, { subjects });
  }
  return payout;
}

async function move(id: string, control: 'approve' | 'cancel', invocation: Invocation) {
  const services = await invocation.services();
  const account = await findCompany(companyOf(id), services, 'payout');
  if ((await services.payouts.find(account.companyId, id)) === null) throw unknown('payout');
  const { to } = PAYOUT_CONTROLS[control];
  const movePayout: KeyedServices['movePayout'] = (made) =>
    made.to.id === id && made.to.status === to
      ? invocation.trail.recordBy((audit) => services.movePayout({ ...made, audit }))
      : services.movePayout(made);
  const payout = await controlPayout(
    account,
    { id, control, by: invocation.actor },
    { ...services, movePayout },
  );
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
    createdBy: payout.createdBy,
    decidedBy: payout.decidedBy,
    createdAt: payout.createdAt.toISOString(),
    updatedAt: payout.updatedAt.toISOString(),
  };
}
