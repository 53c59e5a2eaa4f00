import * as z from 'zod/mini';
import { payinStatusSchema } from '../../contract/payin.ts';
import { PAYIN_STATUSES } from '../../contract/payin-status.ts';
import { referenceIdSchema } from '../../contract/reference-id.ts';
import type { Account } from '../accounts/account.ts';
import { findCompany } from '../acts/find-company.ts';
import type { KeyedServices } from '../acts/services.ts';
import { controlPayin } from '../payins/control-payin.ts';
import type { Payin } from '../payins/payin.ts';
import { currentPayin } from '../payins/payin-answer.ts';
import { payinMoney } from '../payins/payin-ledger.ts';
import { illegalMove } from '../payins/payin-status.ts';
import { invalidField } from '../shared/api-error.ts';
import type { Command, Invocation, Row } from './command.ts';
import { defineCommand, unknown } from './command.ts';
import {
  centavosOption,
  companyOf,
  limitOption,
  logged,
  momentOption,
  OF_COMPANY,
  payinIdOption,
  referenceOption,
  unlogged,
} from './options.ts';

/** Commands for payments that come in. Decision: none shows who paid, so none leaks it. */
export const PAYIN_COMMANDS: readonly Command[] = [
  defineCommand({
    name: 'payin list',
    summary: "lists an account's payins, newest first",
    isAct: false,
    options: {
      company: OF_COMPANY,
      status: logged(z.optional(payinStatusSchema), PAYIN_STATUSES.join(', ')),
      reference: unlogged(z.optional(referenceIdSchema), "the merchant's own id of the order"),
      from: logged(z.optional(momentOption), 'created at or after, such as 2026-11-20T10:00:00Z'),
      until: logged(z.optional(momentOption), 'created at or before'),
      limit: logged(limitOption, 'at most so many, 50 unless given'),
    },
    async run({ company, status, reference, from, until, limit }, { database }) {
      await findCompany(company, database);
      const payins = await database.payinLists.list(company, {
        status: status ?? null,
        method: null,
        key: reference === undefined ? null : { by: 'reference', value: reference },
        from: from ?? null,
        until: until ?? null,
        after: null,
        limit,
      });
      const rows = payins.map((payin) => ({
        payin: payin.id,
        reference: payin.referenceId,
        status: payin.status,
        method: payin.paymentMethod,
        amount: payin.amount,
        refunded: payin.refundedAmount,
        createdAt: payin.createdAt.toISOString(),
      }));
      return { content: { rows } };
    },
  }),
  defineCommand({
    name: 'payin show',
    summary: 'shows one payin with its money',
    isAct: false,
    options: { payin: logged(payinIdOption, 'its id') },
    async run({ payin: id }, invocation) {
      const services = await invocation.services();
      const { payin } = await find(id, services);
      return answer(payin, invocation);
    },
  }),
  defineCommand({
    name: 'payin refund',
    summary: 'gives back a payin that was approved, or a part of it',
    isAct: true,
    options: {
      payin: logged(payinIdOption, 'its id'),
      amount: logged(z.optional(centavosOption), 'centavos; all that is left unless given'),
      'acquirer-reference': logged(
        z.optional(referenceOption),
        "outside the sandbox: the acquirer's own id of the refund made there",
      ),
    },
    async run(options, invocation) {
      const services = await invocation.services();
      const { account, payin } = await find(options.payin, services);
      // Decision: outside the sandbox an operator makes the refund at the acquirer first, and books it
      // here under what they call it; what a merchant asks for, the service asks the acquirer for.
      if (!account.sandbox && options['acquirer-reference'] === undefined) {
        throw invalidField('acquirer-reference', 'is required outside the sandbox');
      }
      const control = { control: 'refund', amount: options.amount, to: 'REFUNDED' } as const;
      return answer(await move(account, payin, control, invocation, services), invocation);
    },
  }),
  defineCommand({
    name: 'payin cancel',
    summary: 'ends the wait for a payment that has not come',
    isAct: true,
    options: { payin: logged(payinIdOption, 'its id') },
    async run({ payin: id }, invocation) {
      const services = await invocation.services();
      const { account, payin } = await find(id, services);
      const control = { control: 'cancel', to: 'CANCELED' } as const;
      return answer(await move(account, payin, control, invocation, services), invocation);
    },
  }),
];

async function find(
  id: string,
  services: KeyedServices,
): Promise<{ account: Account; payin: Payin }> {
  const account = await findCompany(companyOf(id), services, 'payin');
  const payin = await services.payins.find(account.companyId, id);
  if (payin === null || payin.chargeState === 'reserved') throw unknown('payin');
  return { account, payin };
}

async function move(
  account: Account,
  payin: Payin,
  asked: { control: 'refund' | 'cancel'; to: 'REFUNDED' | 'CANCELED'; amount?: number | undefined },
  { trail }: Invocation,
  services: KeyedServices,
): Promise<Payin> {
  const { id } = payin;
  // What ends because somebody looks at it is not the operator's doing.
  await currentPayin(account, payin, services);
  const movePayin: KeyedServices['movePayin'] = (made) => {
    const { from, to, enters } = made;
    if (to === null || from.id !== id || enters !== asked.to) return services.movePayin(made);
    const refunded = to.refundedAmount - from.refundedAmount;
    const subjects = asked.to === 'REFUNDED' ? { refunded } : {};
    return trail.recordBy((audit) => services.movePayin({ ...made, audit }), { subjects });
  };
  const { control, amount } = asked;
  const moved = await controlPayin(account, { id, control, amount }, { ...services, movePayin });
  if (moved.status !== asked.to) throw illegalMove(moved.status, asked.to);
  return moved;
}

/** The refunds that its merchant asked for; null where there are none. */
function toText({ refunds }: Payin): string | null {
  const each = refunds.map(({ id, amount, status }) => `${id} ${amount} ${status}`);
  return each.length === 0 ? null : each.join(', ');
}

async function answer(
  payin: Payin,
  { database }: Invocation,
): Promise<{ content: { record: Row } }> {
  const { netAmount, reservedAmount } = await payinMoney(payin, database);
  const record = {
    payin: payin.id,
    externalId: payin.externalId,
    reference: payin.referenceId,
    status: payin.status,
    method: payin.paymentMethod,
    amount: payin.amount,
    refunded: payin.refundedAmount,
    net: netAmount,
    reserved: reservedAmount,
    installments: payin.installments,
    createdAt: payin.createdAt.toISOString(),
    updatedAt: payin.updatedAt.toISOString(),
    refunds: toText(payin),
    expiresAt: payin.expiresAt?.toISOString() ?? null,
  };
  return { content: { record } };
}
