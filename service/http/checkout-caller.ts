import type { Context } from 'hono';
import type { Account } from '../accounts/account.ts';
import { unauthorized } from '../accounts/credential.ts';
import type { Budgeted, CheckoutBudgetServices } from '../limits/checkout-budget.ts';
import { takeFromBudget } from '../limits/checkout-budget.ts';
import type { AppEnv } from './app-env.ts';
import type { Authenticate } from './authenticate.ts';
import { requireCaller } from './authenticate.ts';
import { clientIp, rateLimitBucket } from './client-ip.ts';
import { readCredential } from './credential-headers.ts';

export type BudgetedCallServices = CheckoutBudgetServices & {
  authenticate: Authenticate;
  trustedProxyHops: number;
};

/** The caller of an endpoint that opens something: 401 for an unknown one, 429 past the budget. */
export async function requireBudgetedCaller(
  budgeted: Budgeted,
  c: Context<AppEnv>,
  services: BudgetedCallServices,
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
