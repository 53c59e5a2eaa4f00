import { payinStatusSchema } from '../../contract/payin.ts';
import { referenceIdSchema } from '../../contract/reference-id.ts';
import { invalidField } from '../base/shared/api-error.ts';
import type { Account } from '../domain/accounts/account.ts';
import { controlPayin } from '../domain/payins/control-payin.ts';
import type { Payin } from '../domain/payins/payin.ts';
import { currentPayin } from '../domain/payins/payin-answer.ts';
import { payinMoney } from '../domain/payins/payin-ledger.ts';
import { illegalMove } from '../domain/payins/payin-status.ts';
import type { ActContext } from './act.ts';
import { defineAct, logged, unknown, unlogged } from './act.ts';
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

/** An account's payins, newest first. */
export const LIST_PAYMENTS = defineAct({
  id: 'payment.list',
  command: 'payin list',
  permission: 'payments.read',
  isChange: false,
  fields: {
    companyId: logged(COMPANY_ID),
    status: logged(optional(plain(payinStatusSchema))),
    referenceId: unlogged(optional(plain(referenceIdSchema))),
    from: logged(optional(MOMENT)),
    until: logged(optional(MOMENT)),
    limit: logged(LIMIT),
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
  id: 'payment.show',
  command: 'payin show',
  permission: 'payments.read',
  isChange: false,
  fields: { payinId: logged(PAYIN_ID) },
  carriedBy: 'payinId',
  async run(asked, context) {
    const { payin } = await find(asked, await context.services());
    return withMoney(payin, context);
  },
});

/** Books a refund of a payin that was made at the acquirer, or in the sandbox at once. */
export const BOOK_REFUND = defineAct({
  id: 'payment.book-refund',
  command: 'payin refund',
  permission: null,
  isChange: true,
  fields: {
    payinId: logged(PAYIN_ID),
    amount: logged(optional(CENTAVOS)),
    acquirerReference: logged(optional(FOREIGN_REFERENCE)),
  },
  carriedBy: 'payinId',
  async run(asked, context) {
    const services = await context.services();
    const { account, payin } = await find(asked, services);
    // Decision: outside the sandbox an operator makes the refund at the acquirer first, and books it
    // here under what they call it; what a merchant asks for, the service asks the acquirer for.
    if (!account.sandbox && asked.acquirerReference === undefined) {
      throw invalidField('acquirer-reference', 'is required outside the sandbox');
    }
    const control = { control: 'refund', amount: asked.amount, to: 'REFUNDED' } as const;
    return withMoney(await move(account, payin, control, context, services), context);
  },
});

/** Ends the wait for a payment that has not come. */
export const CANCEL_PAYMENT = defineAct({
  id: 'payment.cancel',
  command: 'payin cancel',
  permission: 'payments.refund',
  isChange: true,
  fields: { payinId: logged(PAYIN_ID) },
  carriedBy: 'payinId',
  async run(asked, context) {
    const services = await context.services();
    const { account, payin } = await find(asked, services);
    const control = { control: 'cancel', to: 'CANCELED' } as const;
    return withMoney(await move(account, payin, control, context, services), context);
  },
});

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
