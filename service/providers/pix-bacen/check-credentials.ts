import type { CheckFault } from '../check-fault.ts';
import { checkFault } from '../check-fault.ts';
import type { CredentialCheck } from '../provider.ts';
import type { PixBank } from './bank.ts';
import { saysNotFound } from './fields.ts';

/** Asks for a charge nobody made: who has not got it let us in. Throws where nobody answers. */
export async function checkCredentials(
  bank: PixBank,
  { txid }: { txid: string },
  signal: AbortSignal,
): Promise<CredentialCheck> {
  const answer = await bank.tryCob(txid, signal);
  if (answer.kind === 'answered') return { kind: 'works' };
  if (answer.kind === 'rejected') {
    if (saysNotFound(answer)) return { kind: 'works' };
    return refused(checkFault('charge_refused', { status: answer.status }));
  }
  // Nothing left where there was no token: the bank itself says whether it was for the credentials.
  const isWithoutToken = answer.kind === 'not_sent' && answer.cause === 'no_connection';
  const token = isWithoutToken ? await bank.tryToken() : null;
  if (token?.kind === 'refused') return refused(checkFault('no_token', {}));
  throw new Error('the bank does not answer');
}

export function refused(reason: CheckFault): CredentialCheck {
  return { kind: 'refused', reason };
}
