import * as z from 'zod/mini';
import { must } from '../errors/broken-rule.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Of buyers who were authenticated, and of those whose bank took note of the try. */
const AUTHENTICATED_ECIS = ['01', '02', '05', '06'];

/**
 * The proof of an authentication that the merchant had made elsewhere, on accounts that take one
 * (`ownThreeDS`). Either all of it is there or nothing. Decision: only of EMV 3-D Secure 2, since
 * the first version has ended; so the directory server's id is asked for and no `xid`. An ECI of
 * data alone (04 and 07) is no proof: nobody was authenticated.
 */
export const OWN_PROOF_FIELDS = {
  /** 20 bytes in base64. */
  cavv: text(/^[A-Za-z0-9+/]{27}=$/, 'AAABBEg0VhI0VniQEjRWAAAAAAA='),
  eci: z.optional(
    z.string().check(
      must((value) => AUTHENTICATED_ECIS.includes(value), 'one_of', {
        values: AUTHENTICATED_ECIS.join(', '),
      }),
    ),
  ),
  dsTransactionId: text(UUID, 'f38e6948-5388-41a6-bca4-b49723c19437'),
  version: text(/^2\.\d{1,2}\.\d{1,2}$/, '2.2.0'),
};

function text(form: RegExp, example: string) {
  return z.optional(z.string().check(must((value) => form.test(value), 'format', { example })));
}
