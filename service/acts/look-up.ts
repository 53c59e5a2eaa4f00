import * as z from 'zod/mini';
import { invalidField } from '../base/shared/api-error.ts';
import { followPayin } from '../domain/payins/follow-payin.ts';
import type { Payin } from '../domain/payins/payin.ts';
import { currentPayin } from '../domain/payins/payin-answer.ts';
import type { PayinFilter } from '../domain/payins/payin-list.ts';
import { change, defineAct, logged } from './act.ts';
import { chosenCompanies, findPayin } from './find-company.ts';
import { PROVIDER_NAMES } from './provider-values.ts';
import type { DatabaseServices, KeyedServices } from './services.ts';
import { COMPANY_ID, companyOf, MOMENT, optional, PAYIN_ID, plain } from './values.ts';

/**
 * Decision: one command asks for so many at most, one after the other, within their provider's budget,
 * and tells how many are left.
 */
const MOST = 500;
const PAGE = 100;

export type LookedUp = { before: Payin; after: Payin; isTold: boolean };

export const LOOK_UP_PAYMENT = defineAct({
  ...change('payment.look-up', 'payin look-up', 'payments.read'),
  summary: 'asks the provider now what it knows of a payin, or of all of a provider since a moment',
  fields: {
    payinId: logged(optional(PAYIN_ID), 'its id'),
    provider: logged(
      optional(plain(z.enum([...PROVIDER_NAMES, 'sandbox']))),
      'instead of an id: all of this provider, newest first',
    ),
    since: logged(optional(MOMENT), 'created at or after, such as 2026-11-20T10:00:00Z'),
    companyId: logged(optional(COMPANY_ID), 'those of one company alone'),
  },
  carriedBy: 'payinId',
  async run({ companyId, ...given }, { trail, database, services: open }) {
    const meant = meantBy(given);
    const services = await open();
    if ('payinId' in meant) {
      const of = { companyId: companyOf(meant.payinId), payinId: meant.payinId };
      const found = await findPayin(of, services);
      await trail.record(services.db);
      return { looks: [await lookUp(found, services)], left: 0 };
    }
    await trail.record(services.db);
    const looks: LookedUp[] = [];
    let left = 0;
    for (const company of await chosenCompanies(companyId, services)) {
      for await (const { id } of payinsSince(company, meant, database)) {
        if (looks.length === MOST) left += 1;
        else {
          const found = await findPayin({ companyId: company, payinId: id }, services);
          looks.push(await lookUp(found, services));
        }
      }
    }
    return { looks, left };
  },
});

type Given = { payinId: string | undefined; provider: string | undefined; since: Date | undefined };

function meantBy({ payinId, provider, since }: Given) {
  if (payinId !== undefined) {
    if (provider !== undefined) throw invalidField('provider', 'not_together', { with: 'payin' });
    return { payinId };
  }
  if (provider === undefined) throw invalidField('payin', 'exactly_one', { of: 'payin, provider' });
  if (since === undefined) throw invalidField('since', 'required');
  return { provider, since };
}

/** Within the budget of its provider, so it may wait for its turn. */
async function lookUp(
  found: Awaited<ReturnType<typeof findPayin>>,
  services: KeyedServices,
): Promise<LookedUp> {
  const { companyId, id, provider } = found.payin;
  // Whoever asks for one that somebody else asks for has a turn of their own.
  const asked = Buffer.from(services.randomBytes(16)).toString('hex');
  const turn = { id: `${id} ${asked}`, provider };
  return new Promise((resolve, reject) => {
    const look = () => askNow(found, services).then(resolve, reject);
    void services.pollSoon([turn], look, { companyId, kind: 'asked for' });
  });
}

async function askNow(
  { account, payin: before }: Awaited<ReturnType<typeof findPayin>>,
  services: KeyedServices,
): Promise<LookedUp> {
  const isTold = await followPayin(account, before, services);
  const found = (await services.payins.find(before.companyId, before.id)) ?? before;
  // One whose window is over ends by that.
  const after = await currentPayin(account, found, services);
  return { before, after, isTold };
}

/** Newest first; those that somebody is still being charged for are left out. */
async function* payinsSince(
  companyId: string,
  { provider, since }: { provider: string; since: Date },
  { payinLists }: Pick<DatabaseServices, 'payinLists'>,
): AsyncGenerator<Payin> {
  let after: PayinFilter['after'] = null;
  for (;;) {
    const filter = { status: null, method: null, key: null, from: since, until: null };
    const page = await payinLists.page(companyId, { ...filter, after, limit: PAGE });
    for (const payin of page) {
      if (payin.provider === provider && payin.chargeState !== 'reserved') yield payin;
    }
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    after = last;
  }
}
