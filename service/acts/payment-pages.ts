import { referenceIdSchema } from '../../contract/payments/reference-id.ts';
import { lineOfText } from '../../contract/text.ts';
import { requireTransacting } from '../domain/accounts/account.ts';
import {
  createPaymentPage,
  endPaymentPage,
  findPaymentPage,
  toPaymentPageRecord,
} from '../domain/pages/payment-page.ts';
import { change, defineAct, logged, OF_COMPANY, unlogged } from './act.ts';
import { findCompany } from './find-company.ts';
import { CENTAVOS, countTo, optional, PAGE_ID, plain, YES_OR_NO } from './values.ts';

export const MAKE_PAGE = defineAct({
  ...change('page.make', 'page make', 'pages.manage'),
  summary: 'makes a page that buyers pay one thing at, and gives its address',
  fields: {
    ...OF_COMPANY,
    title: unlogged(plain(lineOfText(200)), 'what is sold'),
    amount: logged(CENTAVOS, 'centavos'),
    referenceId: unlogged(plain(referenceIdSchema), "the merchant's own id of it"),
    reusable: logged(YES_OR_NO, 'yes: many people pay by it, each an order of their own'),
    limit: logged(optional(countTo(1_000)), 'how many may pay by a reusable one'),
    physical: logged(YES_OR_NO, 'whether something is delivered physically'),
  },
  async run({ companyId, title, amount, physical, ...asked }, { trail, services }) {
    const keyed = await services();
    const account = await findCompany(companyId, keyed);
    requireTransacting(account);
    const items = [{ title, quantity: 1, unitPrice: amount }];
    const order = { ...asked, amount, items, isPhysicalProduct: physical };
    let isNew = false;
    const page = await createPaymentPage(account, order, keyed, (tx) => {
      isNew = true;
      return trail.record(tx);
    });
    // The same was sent twice: that is told as well.
    if (!isNew) await keyed.db.transaction((tx) => trail.record(tx));
    return toPaymentPageRecord(account, page, keyed);
  },
});

export const END_PAGE = defineAct({
  ...change('page.end', 'page end', 'pages.manage'),
  summary: 'ends a page, so that nobody pays by it any more',
  fields: { pageId: logged(PAGE_ID, 'its id') },
  carriedBy: 'pageId',
  async run({ companyId, pageId }, { trail, services }) {
    const keyed = await services();
    const account = await findCompany(companyId, keyed, 'page');
    const page = await findPaymentPage(account, pageId, keyed);
    const ended = await endPaymentPage(account, page, keyed, (tx) => trail.record(tx));
    return toPaymentPageRecord(account, ended, keyed);
  },
});

export const PAGE_ACTS = [MAKE_PAGE, END_PAGE] as const;
