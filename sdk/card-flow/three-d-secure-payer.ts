import type { ThreeDSPayer } from '../../contract/card/three-d-secure-payer.ts';
import { CheckoutError, errorData } from '../../contract/errors/checkout-error.ts';
import { isLineOfText } from '../../contract/text.ts';

/** For a script that asks. Throws `INVALID_ARGUMENT` with `details.field` for what is missing. */
export function readThreeDSPayer(customer: unknown): ThreeDSPayer {
  const given = Object(customer) as { [member: string]: unknown };
  const at = Object(given.address) as { [member: string]: unknown };
  const { complement } = at;
  return {
    name: line(given.name, 'name', 150),
    email: line(given.email, 'email', 254),
    phone: line(given.phone, 'phone', 20),
    address: {
      street: line(at.street, 'address.street', 200),
      number: line(at.number, 'address.number', 20),
      ...(isLineOfText(complement, 200) ? { complement } : {}),
      city: line(at.city, 'address.city', 100),
      state: line(at.state, 'address.state', 2),
      zipCode: line(at.zipCode, 'address.zipCode', 9),
    },
  };
}

function line(value: unknown, name: string, maxLength: number): string {
  if (isLineOfText(value, maxLength)) return value;
  const field = `customer.${name}`;
  const message = `${field} is required: the 3-D Secure of this account asks who pays`;
  throw new CheckoutError(errorData('INVALID_ARGUMENT', message, { phase: 'config', field }));
}
