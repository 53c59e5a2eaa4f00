import type { CheckFault } from '../check-fault.ts';
import { checkFault } from '../check-fault.ts';
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
  if (answer.status === 401) return refused(checkFault('unknown_credentials', {}));
  if (answer.status === 403) {
    return refused(checkFault('address_refused', {}));
  }
  const faults = readFaults(answer)?.join(', ') ?? answer.status;
  return refused(checkFault('order_refused', { answer: faults }));
}

function refused(reason: CheckFault): CredentialCheck {
  return { kind: 'refused', reason };
}
