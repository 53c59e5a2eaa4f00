import * as z from 'zod/mini';
import { hasCardNumber } from '../../contract/card/card-number.ts';
import { withoutPunctuation } from '../../contract/document-number.ts';
import { must } from '../../contract/errors/broken-rule.ts';
import { payinStatusSchema } from '../../contract/payments/payin.ts';
import { PAYIN_STATUSES } from '../../contract/payments/payin-status.ts';
import { knownReferenceSchema } from '../../contract/payments/reference-id.ts';
import { isLineOfText } from '../../contract/text.ts';
import { invalidField } from '../base/shared/api-error.ts';
import { controlPayin } from '../domain/payins/control-payin.ts';
import type { Payin } from '../domain/payins/payin.ts';
import { currentPayin } from '../domain/payins/payin-answer.ts';
import { payinMoney } from '../domain/payins/payin-ledger.ts';
import { illegalTransition } from '../domain/payins/payin-status.ts';
import { readPayinTimeline } from '../domain/payins/payin-timeline.ts';
import type { ActContext } from './act.ts';
import { change, defineAct, logged, look, nameOf, OF_COMPANY, unknown, unlogged } from './act.ts';
import { findCompany, findPayin, listOfChosen } from './find-company.ts';
import type { KeyedServices } from './services.ts';
import {
  CENTAVOS,
  COMPANY_ID,
  LAST_FOUR,
  LIMIT,
  MOMENT,
  optional,
  PAYIN_ID,
  plain,
  written,
  YES_OR_NO,
} from './values.ts';

export const LIST_PAYMENTS = defineAct({
  ...look('payment.list', 'payin list', 'payments.read'),
  summary: "lists an account's payins, newest first",
  fields: {
    ...OF_COMPANY,
    status: logged(optional(plain(payinStatusSchema)), PAYIN_STATUSES.join(', ')),
    referenceId: unlogged(
      optional(plain(knownReferenceSchema)),
      "the merchant's own id of the order",
    ),
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

const DOCUMENT = z.pipe(z.string(), z.transform(withoutPunctuation));

/** By the names of what a payin is found by. */
const KNOWN = {
  amount: logged(optional(CENTAVOS), 'exactly so many centavos, without interest'),
  cardLast4: unlogged(optional(LAST_FOUR), 'the last four digits of its card'),
  document: unlogged(optional(written(DOCUMENT, z.string())), "the payer's CPF or CNPJ"),
  email: unlogged(optional(plain(z.string())), "the payer's e-mail address, all of it"),
  externalId: unlogged(optional(plain(z.string())), "the provider's own id of it"),
  reference: unlogged(optional(plain(knownReferenceSchema)), "the merchant's own id of the order"),
};

/** Decision: by one thing, as an index finds it; of all companies where none is named. */
export const FIND_PAYMENTS = defineAct({
  ...look('payment.find', 'payin find', null),
  summary: 'finds payins by one thing that is known of them, those that nobody was told of too',
  fields: {
    companyId: logged(optional(COMPANY_ID), 'those of one company alone'),
    ...KNOWN,
    limit: logged(LIMIT, 'at most so many of a company, 50 unless given'),
  },
  async run({ companyId, limit, ...known }, { database }) {
    const [key, another] = Object.entries(known).flatMap(([by, value]) =>
      value === undefined || !isKey(by) ? [] : [{ by, value: String(value) }],
    );
    if (key === undefined || another !== undefined) {
      const of = Object.keys(KNOWN).map(nameOf).join(', ');
      throw invalidField('amount', 'exactly_one', { of });
    }
    const filter = { status: null, method: null, key, from: null, until: null, after: null, limit };
    return listOfChosen(companyId, database, async (one) => [
      ...(await database.payinLists.page(one, { ...filter, isReserved: true })),
      ...(await database.payinLists.page(one, filter)),
    ]);
  },
});

function isKey(name: string): name is keyof typeof KNOWN {
  return name in KNOWN;
}

export const SHOW_PAYMENT = defineAct({
  ...look('payment.show', 'payin show', 'payments.read'),
  summary: 'shows one payin with its money, or the decline that left none',
  fields: {
    payinId: logged(PAYIN_ID, 'its id'),
    history: logged(optional(YES_OR_NO), 'instead, all that happened to it, oldest first'),
  },
  carriedBy: 'payinId',
  async run({ companyId, payinId, history }, context) {
    const services = await context.services();
    const account = await findCompany(companyId, services, 'payin');
    const payin = await services.payins.find(companyId, payinId);
    if (payin === null) {
      const decline = await services.declines.find(companyId, payinId);
      if (decline === null) throw unknown('payin');
      return { decline };
    }
    if (history !== true) return withMoney(payin, context);
    return { timeline: await readPayinTimeline(account, payin, services) };
  },
});

const REASON = plain(
  z.string().check(
    z.trim(),
    z.minLength(5),
    z.maxLength(200),
    must((text) => isLineOfText(text, 200), 'control_characters'),
    must((text) => !hasCardNumber(text), 'personal_number'),
  ),
);

/** Also one that nobody was told of. Decision: its company reads in its log that it was seen, and why. */
export const SUPPORT_PAYMENT = defineAct({
  ...look('payment.support', 'payin support', 'system.support'),
  summary: 'shows one payin with all that happened to it, and tells its company why',
  fields: {
    payinId: logged(PAYIN_ID, 'its id'),
    reason: logged(REASON, 'why it is looked at, which its company reads'),
  },
  carriedBy: 'payinId',
  async run({ companyId, payinId }, context) {
    const services = await context.services();
    const account = await findCompany(companyId, services, 'payin');
    const payin = await services.payins.find(companyId, payinId);
    if (payin === null) throw unknown('payin');
    const timeline = await readPayinTimeline(account, payin, services);
    return { ...(await withMoney(payin, context)), timeline };
  },
});

export const CANCEL_PAYMENT = defineAct({
  ...change('payment.cancel', 'payin cancel', 'payments.refund'),
  summary: 'ends the wait for a payment that has not come',
  fields: { payinId: logged(PAYIN_ID, 'its id') },
  carriedBy: 'payinId',
  async run(of, context) {
    const services = await context.services();
    const { account, payin } = await findPayin(of, services);
    const { id } = payin;
    // What ends because somebody looks at it is not the operator's doing.
    await currentPayin(account, payin, services);
    const transitionPayin: KeyedServices['transitionPayin'] = (made) =>
      made.from.id === id && made.enters === 'CANCELED'
        ? context.trail.recordBy((audit) => services.transitionPayin({ ...made, audit }))
        : services.transitionPayin(made);
    const asked = { id, control: 'cancel' } as const;
    const ended = await controlPayin(account, asked, { ...services, transitionPayin });
    if (ended.status !== 'CANCELED') throw illegalTransition(ended.status, 'CANCELED');
    return withMoney(ended, context);
  },
});

export const PAYMENT_ACTS = [
  LIST_PAYMENTS,
  FIND_PAYMENTS,
  SHOW_PAYMENT,
  SUPPORT_PAYMENT,
  CANCEL_PAYMENT,
] as const;

async function withMoney(payin: Payin, { database }: ActContext) {
  return { payin, money: await payinMoney(payin, database) };
}
