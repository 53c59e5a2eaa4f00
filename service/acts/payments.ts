import { payinStatusSchema } from '../../contract/payin.ts';
import { PAYIN_STATUSES } from '../../contract/payin-status.ts';
import { referenceIdSchema } from '../../contract/reference-id.ts';
import { invalidField } from '../base/shared/api-error.ts';
import type { Account } from '../domain/accounts/account.ts';
import { controlPayin } from '../domain/payins/control-payin.ts';
import type { Payin } from '../domain/payins/payin.ts';
import { currentPayin } from '../domain/payins/payin-answer.ts';
import { payinMoney } from '../domain/payins/payin-ledger.ts';
import { illegalMove } from '../domain/payins/payin-status.ts';
import type { ActContext } from './act.ts';
import { change, defineAct, logged, look, unknown, unlogged } from './act.ts';
import { findCompany } from './find-company.ts';
import type { KeyedServices } from './services.ts';
import {
  CENTAVOS,
  COMPANY_ID,
  FOREIGN_REFERENCE,
  LIMIT,
  MOMENT,
  optional,
  PAYIN_ID,
  plain,
} from './values.ts';

export const LIST_PAYMENTS = defineAct({
  ...look('payment.list', 'payin list', 'payments.read'),
  summary: "lists an account's payins, newest first",
  fields: {
    companyId: logged(COMPANY_ID, 'the id of the company'),
    status: logged(optional(plain(payinStatusSchema)), PAYIN_STATUSES.join(', ')),
    referenceId: unlogged(optional(plain(referenceIdSchema)), "the merchant's own id of the order"),
    from: logged(optional(MOMENT), 'created at or after, such as 2026-11-20T10:00:00Z'),
    until: logged(optional(MOMENT), 'created at or before'),
    limit: logged(LIMIT, 'at most so many, 50 unless given'),
  },
  async run({ companyId, status, referenceId, from, until, limit }, { database }) {
    await findCompany(companyId, database);
    return database.payinLists.list(companyId, {
      status: status ?? null,
      method: null,
      key: referenceId === undefined ? null : { by: 'reference', value: referenceId },
      from: from ?? null,
      until: until ?? null,
      after: null,
      limit,
    });
  },
});

export const SHOW_PAYMENT = defineAct({
  ...look('payment.show', 'payin show', 'payments.read'),
  summary: 'shows one payin with its money',
  fields: { payinId: logged(PAYIN_ID, 'its id') },
  carriedBy: 'payinId',
  async run(asked, context) {
    const { payin } = await find(asked, await context.services());
    return withMoney(payin, context);
  },
});

export const BOOK_REFUND = defineAct({
  ...change('payment.book-refund', 'payin refund', null),
  summary: 'gives back a payin that was approved, or a part of it',
  fields: {
    payinId: logged(PAYIN_ID, 'its id'),
    amount: logged(optional(CENTAVOS), 'centavos; all that is left unless given'),
    acquirerReference: logged(
      optional(FOREIGN_REFERENCE),
      "outside the sandbox: the acquirer's own id of the refund made there",
    ),
  },
  carriedBy: 'payinId',
  async run(asked, context) {
    const services = await context.services();
    const { account, payin } = await find(asked, services);
    // Decision: outside the sandbox an operator makes the refund at the acquirer first, and books it
    // here under what they call it; what a merchant asks for, the service asks the acquirer for.
    if (!account.sandbox && asked.acquirerReference === undefined) {
      throw invalidField('acquirer-reference', 'required');
    }
    const control = { control: 'refund', amount: asked.amount, to: 'REFUNDED' } as const;
    return withMoney(await move(account, payin, control, context, services), context);
  },
});

export const CANCEL_PAYMENT = defineAct({
  ...change('payment.cancel', 'payin cancel', 'payments.refund'),
  summary: 'ends the wait for a payment that has not come',
  fields: { payinId: logged(PAYIN_ID, 'its id') },
  carriedBy: 'payinId',
  async run(asked, context) {
    const services = await context.services();
    const { account, payin } = await find(asked, services);
    const control = { control: 'cancel', to: 'CANCELED' } as const;
    return withMoney(await move(account, payin, control, context, services), context);
  },
});

export const PAYMENT_ACTS = [LIST_PAYMENTS, SHOW_PAYMENT, BOOK_REFUND, CANCEL_PAYMENT] as const;

async function find(
  { companyId, payinId }: { companyId: string; payinId: string },
  services: KeyedServices,
): Promise<{ account: Account; payin: Payin }> {
  const account = await findCompany(companyId, services, 'payin');
  const payin = await services.payins.find(companyId, payinId);
  if (payin === null || payin.chargeState === 'reserved') throw unknown('payin');
  return { account, payin };
}

async function move(
  account: Account,
  payin: Payin,
  asked: { control: 'refund' | 'cancel'; to: 'REFUNDED' | 'CANCELED'; amount?: number | undefined },
  { trail }: ActContext,
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

async function withMoney(payin: Payin, { database }: ActContext) {
  return { payin, money: await payinMoney(payin, database) };
}
