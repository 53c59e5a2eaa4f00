import { invalidField } from '../../base/shared/api-error.ts';
import type { Account } from '../accounts/account.ts';
import { isLocalhost, isWebhookAddress, literalAddressOf } from '../webhooks/webhook-address.ts';
import type { Payin } from './payin.ts';

/**
 * 400 INVALID_DATA where it leads to no registered origin; in the sandbox this machine's count, by
 * http too. Decision: with another method it is an unknown member, since nobody leaves for a bank.
 */
export function requireReturnUrl(
  account: Account,
  returnUrl: string | undefined,
  field = 'returnUrl',
): void {
  if (returnUrl === undefined) return;
  const url = new URL(returnUrl);
  const isLocal = account.sandbox && isThisMachine(url.hostname);
  if (url.protocol !== 'https:' && !isLocal) {
    throw invalidField(field, 'url', { schemes: account.sandbox ? 'http, https' : 'https' });
  }
  if (url.username !== '' || url.password !== '') throw invalidField(field, 'url_credentials');
  if (returnUrl.includes('#')) throw invalidField(field, 'url_fragment');
  if (!isLocal && !account.origins.includes(url.origin)) {
    throw invalidField(field, 'unregistered_origin');
  }
}

/** With its id; null where nobody said, or where the origin is registered no more. */
export function returnAddressOf(account: Account, { id, returnUrl }: Payin): string | null {
  if (returnUrl === null) return null;
  try {
    requireReturnUrl(account, returnUrl);
  } catch {
    return null;
  }
  const url = new URL(returnUrl);
  url.searchParams.set('payinId', id);
  return url.href;
}

function isThisMachine(hostname: string): boolean {
  const literal = literalAddressOf(hostname);
  if (literal === null) return isLocalhost(hostname);
  return (
    isWebhookAddress(literal, { sandbox: true }) && !isWebhookAddress(literal, { sandbox: false })
  );
}
