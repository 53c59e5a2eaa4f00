import type { Customer } from '../../../contract/payments/customer.ts';

type Known = { readonly [Field in keyof Customer]?: Customer[Field] | undefined };

/**
 * What a merchant has said of a buyer, as much of it as lets them know themselves: whoever has the
 * address of a page can read this.
 */
export function maskCustomer({ name, document, email, phone, address }: Known): {
  [Field in keyof Customer]?: string;
} {
  return {
    ...(name === undefined ? {} : { name: maskName(name) }),
    ...(document === undefined ? {} : { document: `${HIDDEN}${document.slice(-2)}` }),
    ...(email === undefined ? {} : { email: maskEmail(email) }),
    ...(phone === undefined ? {} : { phone: `${HIDDEN}${phone.slice(-2)}` }),
    ...(address === undefined ? {} : { address: `${HIDDEN}${address.state}` }),
  };
}

const HIDDEN = '••• ';

/** The first name, and letters of the others: `Marina A. S.`. */
function maskName(name: string): string {
  const [first = '', ...others] = name.trim().split(/\s+/);
  return [first, ...others.map((one) => `${[...one][0]}.`)].join(' ');
}

/** `m•••@example.com`. */
function maskEmail(email: string): string {
  const place = email.lastIndexOf('@');
  return `${email.slice(0, 1)}•••${email.slice(place)}`;
}
