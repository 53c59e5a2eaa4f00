import type { Context } from 'hono';
import { ApiError } from '../base/shared/api-error.ts';
import type { Account } from '../domain/accounts/account.ts';
import { requireMethod, requireReading, requireTransacting } from '../domain/accounts/account.ts';
import { keyIdOf, unauthorized } from '../domain/accounts/credential.ts';
import type { Budgeted } from '../domain/limits/checkout-budget.ts';
import { takeFromBudget } from '../domain/limits/checkout-budget.ts';
import type { AppEnv } from '../http/app-env.ts';
import { clientIp, rateLimitBucket } from '../http/client-ip.ts';
import { requireCaller } from './authenticate.ts';
import { readCredential } from './credential-headers.ts';
import type { AppDependencies } from './dependencies.ts';

/** The company behind a key pair, if it may transact: 401 for an unknown pair, 403 where not. */
export const requireCompany = companyThat(requireTransacting);

/** The same for what only tells something: a blocked account may read. */
export const requireReader = companyThat(requireReading);

function companyThat(requireAllowed: (account: Account) => void) {
  return async (c: Context<AppEnv>, { authenticate }: AppDependencies): Promise<Account> => {
    const account = await authenticate.company(c);
    requireAllowed(account);
    return account;
  };
}

export function callerKeyId(c: Context<AppEnv>, { hash }: AppDependencies): string {
  const credential = readCredential(c);
  if (credential === null) throw unauthorized();
  return keyIdOf({ publicKeyHash: hash('public-key', credential.publicKey) });
}

/** 403 for a live account. */
export async function requireSandboxCompany(
  c: Context<AppEnv>,
  services: AppDependencies,
): Promise<Account> {
  const account = await requireCompany(c, services);
  if (!account.sandbox) throw new ApiError('FORBIDDEN', 'Only sandbox accounts have this call.');
  return account;
}

/** Whose buyer pays by card, with the public key alone: 403 where the account takes no cards. */
export async function requireCardCaller(
  c: Context<AppEnv>,
  { authenticate }: AppDependencies,
): Promise<Account> {
  const account = await requireCaller(authenticate, c);
  requireTransacting(account);
  requireMethod(account, 'CREDIT_CARD');
  return account;
}

/** The same for an endpoint that opens something: 429 past the budget, before anything else is told. */
export async function requireBudgetedCardCaller(
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
  requireTransacting(account);
  requireMethod(account, 'CREDIT_CARD');
  return account;
}
