import { toOutsideText } from '../base/shared/outside-text.ts';

/** What of an order a provider may not take, as a request has it. */
export type RefusedField =
  | 'customer'
  | `customer.${'name' | 'document' | 'email' | 'phone' | 'address'}`
  | `customer.address.${'street' | 'number' | 'complement' | 'neighborhood' | 'zipCode'}`
  | `customer.address.${'city' | 'state'}`
  | 'bankId';

/**
 * Nothing was made, and the same data are refused again. `field`: `customer` where it is not told
 * which. `said`: the provider's codes and names of fields, for who operates; no value of anybody's.
 */
export type RefusedData = { kind: 'invalid_data'; field: RefusedField; said: readonly string[] };

/** `name`: what the provider calls the field. */
export type Complaint = { code?: string; name?: string };

/** Which field is meant by a provider's name or code; the first row that fits holds. */
export type FieldTable = readonly (readonly [RegExp, RefusedField])[];

const MOST_SAID = 5;
const MOST_CHARACTERS = 100;

/** Null where none is about the payer: then our call is wrong, or an account is not set up. */
export function refusedData(
  complaints: readonly Complaint[],
  fields: FieldTable,
): RefusedData | null {
  for (const { code = '', name = '' } of complaints) {
    const row = fields.find(([pattern]) => pattern.test(name || code));
    if (row !== undefined) return { kind: 'invalid_data', field: row[1], said: saidOf(complaints) };
  }
  return null;
}

/** The same where a provider says that the data are wrong, and does not say which. */
export function refusedCustomer(complaints: readonly Complaint[]): RefusedData {
  return { kind: 'invalid_data', field: 'customer', said: saidOf(complaints) };
}

function saidOf(complaints: readonly Complaint[]): string[] {
  return complaints
    .slice(0, MOST_SAID)
    .map(({ code = '', name = '' }) => toOutsideText(`${code} ${name}`, MOST_CHARACTERS));
}
