import { COMPANY_TABLES } from './tables.ts';

/**
 * Decision: small tables that requests read before or beside a company's rows and that hardly ever
 * change are whole on every machine, so that finding an account visits no other. Among them is what
 * `*` has for all companies: on one machine, its end would stop everybody. All else of no company
 * stays on the machine that is asked, limits and the people of the dashboard too: another machine that
 * is away takes nothing from companies that it does not hold.
 */
export const ON_EVERY_MACHINE: readonly string[] = [
  'companies',
  'credentials',
  'sealed_secrets',
  'provider_notices',
  'provider_credentials',
  'provider_routes',
];

/** Tables whose rows lie with their company, all of one company on one machine. */
export const SHARDED_TABLES: readonly string[] = COMPANY_TABLES.filter(
  (table) => !ON_EVERY_MACHINE.includes(table),
);
