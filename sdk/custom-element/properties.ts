export const ACCOUNT: readonly string[] = ['client', 'publicKey', 'apiBaseUrl', 'checkoutUrl'];

/** `amount`, `installments`, `maxInstallments`. */
export const NUMBER = /unt$|nts$/;

/** `reference-id` of `referenceId`. */
export function toAttribute(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
