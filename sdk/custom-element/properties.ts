import type { CheckoutClient } from '../init.ts';
import type { InitOptions } from '../shared/client-settings.ts';

/** Whose account an element is of, by its properties. */
export type Account = Pick<InitOptions, 'publicKey' | 'apiBaseUrl' | 'checkoutUrl'> & {
  /** From `init` or `loadCheckout`, in place of the account. */
  client: CheckoutClient;
};

export const ACCOUNT: readonly string[] = ['client', 'publicKey', 'apiBaseUrl', 'checkoutUrl'];

/** `reference-id` of `referenceId`. */
export function toAttribute(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
