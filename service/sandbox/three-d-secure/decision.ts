import { outcomeOf } from '../test-cards.ts';
import type { Challenge, Result, Transaction } from './transaction.ts';

/** Of the protocol, as a proof names it. */
const MESSAGE_VERSION = '2.2.0';

/** Bytes nobody can guess; a parameter so that tests can. */
export type RandomBytes = (size: number) => Uint8Array;

export function decide(
  number: string,
  randomBytes: RandomBytes,
): Pick<Transaction, 'result' | 'challenge'> {
  const outcome = outcomeOf(number);
  switch (outcome) {
    case 'authenticated':
    case 'silent_method':
      return { result: prove('authenticated', number, false, randomBytes), challenge: null };
    case 'attempted':
      return { result: prove('attempted', number, false, randomBytes), challenge: null };
    case 'challenge_authenticated': {
      const proven = prove('authenticated', number, true, randomBytes);
      return { result: { kind: 'open' }, challenge: ask(number, proven, randomBytes) };
    }
    case 'challenge_refused':
      return { result: { kind: 'open' }, challenge: ask(number, null, randomBytes) };
    case 'system_error':
      // What broke tells nothing of the buyer.
      return { result: { kind: 'failed', reason: 'error' }, challenge: null };
    case 'not_authenticated':
    case 'rejected':
    case 'unavailable':
    case 'not_supported':
      return { result: { kind: 'failed', reason: outcome, isChallenged: false }, challenge: null };
  }
}

/** A fresh proof of 20 bytes. Mastercard counts its ECI differently from the others. */
function prove(
  kind: 'authenticated' | 'attempted',
  number: string,
  isChallenged: boolean,
  randomBytes: RandomBytes,
): Result {
  const isMastercard = /^(5[1-5]|2[2-7])/.test(number);
  const [authenticated, attempted] = isMastercard ? ['02', '01'] : ['05', '06'];
  return {
    kind,
    eci: kind === 'authenticated' ? authenticated : attempted,
    cavv: Buffer.from(randomBytes(20)).toString('base64'),
    dsTransactionId: createTransId(randomBytes),
    version: MESSAGE_VERSION,
    isChallenged,
  };
}

function ask(number: string, proven: Result | null, randomBytes: RandomBytes): Challenge {
  const acsTransID = createTransId(randomBytes);
  return { acsTransID, lastFour: number.slice(-4), proven, wrongCodes: 0, turn: 0 };
}

/** A random UUID, version 4. */
export function createTransId(randomBytes: RandomBytes): string {
  const bytes = Buffer.from(randomBytes(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
