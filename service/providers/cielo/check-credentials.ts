import type { CredentialCheck } from '../provider.ts';
import type { CieloApi } from './api.ts';
import { readFaults, saysNotFound } from './fields.ts';

/**
 * Asks for an order that nobody has made: an acquirer that has not got it has let us in. Throws where
 * it does not answer.
 */
export async function checkCredentials(
  api: CieloApi,
  { orderId }: { orderId: string },
  signal: AbortSignal,
): Promise<CredentialCheck> {
  const answer = await api.tryOrder(orderId, signal);
  if (answer.kind === 'answered' || saysNotFound(answer)) return { kind: 'works' };
  if (answer.kind !== 'rejected') throw new Error('the acquirer does not answer');
  if (answer.status === 401) return refused('the acquirer does not know these credentials');
  if (answer.status === 403) {
    return refused('the acquirer does not let this address in: ask it to allow our outgoing one');
  }
  const faults = readFaults(answer)?.join(', ') ?? answer.status;
  return refused(`the acquirer refuses to be asked for an order, with ${faults}`);
}

function refused(reason: string): CredentialCheck {
  return { kind: 'refused', reason };
}
