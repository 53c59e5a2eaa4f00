import type { Context } from 'hono';
import type { Account } from '../accounts/account.ts';
import { unauthorized } from '../accounts/credential.ts';
import type { AppEnv } from '../http/app-env.ts';
import { requireCaller } from '../http/authenticate.ts';
import { clientIp, rateLimitBucket } from '../http/client-ip.ts';
import { readCredential } from '../http/credential-headers.ts';
import type { Budgeted } from '../limits/checkout-budget.ts';
import { takeFromBudget } from '../limits/checkout-budget.ts';
import type { AppDependencies } from './dependencies.ts';

/** The caller of an endpoint that opens something: 401 for an unknown one, 429 past the budget. */
export async function requireBudgetedCaller(
  budgeted: Budgeted,
  c: Context<AppEnv>,
  services: AppDependencies,
): Promise<Account> {
  // A key that nobody has costs no memory.
  const account = await requireCaller(services.authenticate, c);
  const credential = readCredential(c);
  if (credential === null) throw unauthorized();
  const { companyId } = account;
  if (services.cardTesting.isSuspected(companyId, services.now())) {
    c.set('alert', 'more cards declined than accepted');
  }
  const { publicKey, scope } = credential;
  const address =
    scope === 'company' ? null : rateLimitBucket(clientIp(c, services.trustedProxyHops));
  await takeFromBudget(budgeted, { companyId, publicKey, address }, services);
  return account;
}
