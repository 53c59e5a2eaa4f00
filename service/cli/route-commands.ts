import * as z from 'zod/mini';
import { PAYMENT_METHODS } from '../../contract/payment-method.ts';
import type { KeyedServices } from '../acts/services.ts';
import { invalidField } from '../base/shared/api-error.ts';
import type { Queryable } from '../base/shared/db.ts';
import { ALL_COMPANIES } from '../providers/credentials.ts';
import type { RoutedMethod } from '../providers/definition.ts';
import { requirePossibleRoute } from './card-pairs.ts';
import type { Command } from './command.ts';
import { defineCommand, unknown } from './command.ts';
import { listOption, logged } from './options.ts';
import {
  companyOrAllOption,
  definitionOf,
  OF_COMPANY_OR_ALL,
  PROVIDER,
  requireCompany,
} from './provider-options.ts';

const ROUTED_METHODS = [...PAYMENT_METHODS, 'PAYOUT'] as const;
/** Written as the API has them, or in the small letters of `paymentMethods` of an account. */
const METHOD = logged(
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((typed) => (typed === typed.toLowerCase() ? typed.toUpperCase() : typed)),
    ),
    z.enum(ROUTED_METHODS, `must be one of ${ROUTED_METHODS.join(', ')}`),
  ),
  `${ROUTED_METHODS.join(', ')}; small letters do as well`,
);

/** Commands for which providers serve which payment method of a company. */
export const ROUTE_COMMANDS: readonly Command[] = [
  defineCommand({
    name: 'route set',
    summary: 'says who serves a payment method; the next in line only where the one before cannot',
    isAct: true,
    options: {
      company: OF_COMPANY_OR_ALL,
      method: METHOD,
      providers: logged(listOption(PROVIDER.schema), 'their names in order, such as inter,sicoob'),
    },
    async run({ company, method, providers }, { database, trail, services: open }) {
      const services = await open();
      await requireCompany(company, database);
      if (providers.length === 0) throw invalidField('providers', 'must be one or more names');
      if (new Set(providers).size < providers.length) {
        throw invalidField('providers', 'must name each once');
      }
      for (const provider of providers) {
        await requireUsable({ company, method, provider }, services);
      }
      if (method === 'CREDIT_CARD') {
        await requirePossibleRoute({ company, providers }, { ...database, ...services });
      }
      await services.db.transaction(async (tx) => {
        const before = await routeOf(company, method, services.providerRoutes, tx);
        await services.providerRoutes.set(tx, company, { method, providers });
        await trail.record(tx, { subjects: { 'providers.before': before } });
      });
      services.registeredProviders.forget();
      return { content: { record: { company, method, providers: providers.join(',') } } };
    },
  }),
  defineCommand({
    name: 'route list',
    summary: 'lists who serves which payment method of a company, or of all others (*)',
    isAct: false,
    options: { company: OF_COMPANY_OR_ALL },
    async run({ company }, { database, services: open }) {
      await requireCompany(company, database);
      const routes = await (await open()).providerRoutes.list(company);
      const rows = routes.map(({ method, providers }) => ({
        company,
        method,
        providers: providers.join(','),
      }));
      return { content: { rows } };
    },
  }),
  defineCommand({
    name: 'route remove',
    summary: 'ends the route of a payment method',
    isAct: true,
    options: { company: logged(companyOrAllOption, OF_COMPANY_OR_ALL.help), method: METHOD },
    async run({ company, method }, { trail, services: open }) {
      const { db, providerRoutes, registeredProviders } = await open();
      await db.transaction(async (tx) => {
        const before = await routeOf(company, method, providerRoutes, tx);
        if (!(await providerRoutes.delete(tx, company, method))) throw unknown('method');
        await trail.record(tx, { subjects: { 'providers.before': before } });
      });
      registeredProviders.forget();
      return { content: { record: { company, method, removed: true } } };
    },
  }),
];

/** Who serves a method now, for the log; null where there is no route. */
async function routeOf(
  company: string,
  method: RoutedMethod,
  providerRoutes: KeyedServices['providerRoutes'],
  tx: Queryable,
): Promise<string | null> {
  const routes = await providerRoutes.list(company, tx);
  return routes.find((route) => route.method === method)?.providers.join(',') ?? null;
}

/** Whether a name in a route leads anywhere. */
async function requireUsable(
  { company, method, provider }: { company: string; method: RoutedMethod; provider: string },
  { providerCredentials }: Pick<KeyedServices, 'providerCredentials'>,
): Promise<void> {
  if (!definitionOf(provider).methods.includes(method)) {
    throw invalidField('providers', `names ${provider}, which does not serve ${method}`);
  }
  for (const companyId of [company, ALL_COMPANIES]) {
    if ((await providerCredentials.find({ companyId, provider })) !== null) return;
  }
  throw invalidField('providers', `names ${provider}, of which ${company} has no credentials`);
}
