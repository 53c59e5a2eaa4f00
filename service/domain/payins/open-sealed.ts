import { SealBroken } from '../../base/crypto/envelope.ts';
import type { PayinDependencies } from './dependencies.ts';

/** Null where it cannot be opened; the log is told, and an operator finds it by `kek status`. */
export function openSealed<Value>(
  { companyId, kind }: { companyId: string; kind: 'card' | 'proof' },
  open: () => Value,
  { log }: Pick<PayinDependencies, 'log'>,
): Value | null {
  try {
    return open();
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    log.warn({ companyId, kind }, 'a sealed value of a payin cannot be opened');
    return null;
  }
}
