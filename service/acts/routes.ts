import * as z from 'zod/mini';
import { invalidField } from '../base/shared/api-error.ts';
import type { Queryable } from '../base/shared/db.ts';
import { ALL_COMPANIES } from '../providers/credentials.ts';
import type { RoutedMethod } from '../providers/definition.ts';
import { ROUTED_METHODS } from '../providers/definition.ts';
import { defineAct, logged, look, provenChange, unknown } from './act.ts';
import { listCardFaults, requirePossibleRoute } from './card-pairs.ts';
import { definitionOf, OF_COMPANY_OR_ALL, PROVIDER, requireCompany } from './provider-values.ts';
import type { KeyedServices } from './services.ts';
import { listOf, written } from './values.ts';

/** As text in the small letters of `paymentMethods` of an account too. */
const inCapitals = z.pipe(
  z.string(),
  z.transform((typed) => (typed === typed.toLowerCase() ? typed.toUpperCase() : typed)),
);

const METHOD = logged(
  { ...written(inCapitals, z.enum(ROUTED_METHODS)), choices: ROUTED_METHODS },
  `${ROUTED_METHODS.join(', ')}; small letters do as well`,
);

export const SET_ROUTE = defineAct({
  ...provenChange('route.set', 'route set', 'providers.manage'),
  summary: 'says who serves a payment method; the next in line only where the one before cannot',
  fields: {
    ...OF_COMPANY_OR_ALL,
    method: METHOD,
    providers: logged(listOf(PROVIDER), 'their names in order, such as inter,sicoob'),
  },
  async run({ companyId, method, providers }, { database, trail, services: open }) {
    const services = await open();
    await requireCompany(companyId, database);
    if (providers.length === 0) throw invalidField('providers', 'required');
    if (new Set(providers).size < providers.length) throw invalidField('providers', 'repeated');
    for (const provider of providers) {
      await requireUsable({ companyId, method, provider }, services);
    }
    if (method === 'CREDIT_CARD') {
      await requirePossibleRoute({ companyId, providers }, { ...database, ...services });
    }
    await services.db.transaction(async (tx) => {
      const before = await routeOf(companyId, method, services.providerRoutes, tx);
      await services.providerRoutes.set(tx, companyId, { method, providers });
      await trail.record(tx, { subjects: { 'providers.before': before } });
    });
    services.registeredProviders.forget();
    return { companyId, method, providers };
  },
});

export const LIST_ROUTES = defineAct({
  ...look('route.list', 'route list', 'providers.manage'),
  summary: 'lists who serves which payment method of a company, or of all others (*)',
  fields: OF_COMPANY_OR_ALL,
  async run({ companyId }, { database, services: open }) {
    await requireCompany(companyId, database);
    const services = await open();
    const cards = await listCardFaults({ ...database, ...services });
    const faults = cards.filter(({ routeOf }) => routeOf === companyId).map(({ fault }) => fault);
    const routes = (await services.providerRoutes.list(companyId)).map((route) => ({
      ...route,
      faults: route.method === 'CREDIT_CARD' ? faults.join('; ') : '',
    }));
    return { companyId, routes };
  },
});

export const REMOVE_ROUTE = defineAct({
  ...provenChange('route.remove', 'route remove', 'providers.manage'),
  summary: 'ends the route of a payment method',
  fields: { ...OF_COMPANY_OR_ALL, method: METHOD },
  async run({ companyId, method }, { trail, services: open }) {
    const { db, providerRoutes, registeredProviders } = await open();
    await db.transaction(async (tx) => {
      const before = await routeOf(companyId, method, providerRoutes, tx);
      if (!(await providerRoutes.delete(tx, companyId, method))) throw unknown('method');
      await trail.record(tx, { subjects: { 'providers.before': before } });
    });
    registeredProviders.forget();
    return { companyId, method };
  },
});

export const ROUTE_ACTS = [SET_ROUTE, LIST_ROUTES, REMOVE_ROUTE] as const;

async function routeOf(
  companyId: string,
  method: RoutedMethod,
  providerRoutes: KeyedServices['providerRoutes'],
  tx: Queryable,
): Promise<string | null> {
  const routes = await providerRoutes.list(companyId, tx);
  return routes.find((route) => route.method === method)?.providers.join(',') ?? null;
}

async function requireUsable(
  { companyId, method, provider }: { companyId: string; method: RoutedMethod; provider: string },
  { providerCredentials }: Pick<KeyedServices, 'providerCredentials'>,
): Promise<void> {
  if (!definitionOf(provider).methods.includes(method)) {
    throw invalidField('providers', 'not_served', { provider, method });
  }
  for (const owner of [companyId, ALL_COMPANIES]) {
    if ((await providerCredentials.find({ companyId: owner, provider })) !== null) return;
  }
  throw invalidField('providers', 'no_credentials', { provider, company: companyId });
}
