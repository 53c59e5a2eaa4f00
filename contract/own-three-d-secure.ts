import * as z from 'zod/mini';
import { mustBeText } from './text.ts';

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
  cavv: text((value) => /^[A-Za-z0-9+/]{27}=$/.test(value), 'must be 20 bytes in base64'),
  eci: text(
    (value) => AUTHENTICATED_ECIS.includes(value),
    'must be the two digits of a buyer who was authenticated: 05 or 06, with Mastercard 02 or 01',
  ),
  dsTransactionId: text(
    (value) => UUID.test(value),
    'must be the transaction id of the directory server, a UUID',
  ),
  version: text(
    (value) => /^2\.\d{1,2}\.\d{1,2}$/.test(value),
    'must be the version of 3-D Secure, such as 2.2.0',
  ),
};

function text(isRight: (value: string) => boolean, message: string) {
  return z.optional(z.string(mustBeText()).check(z.refine(isRight, message)));
}
