import type { ChargeOutcome } from '../acquirer.ts';

type Refusal = Exclude<ChargeOutcome, { kind: 'approved' | 'authentication_required' }>;

const RISK = ['2', 'BP171'];
const LIMIT = ['70', 'BL'];
/** A try next day, or four in sixteen days. */
const TRIES = ['67', 'DM', 'DS', '60', '89', '98', 'AA', 'AV', 'EK', '999'];
const INSTALMENTS = ['22', '24', 'EB', 'EE'];

/**
 * What the acquirer refuses by codes of its own, of whatever brand. Source: the list "Outros códigos
 * de retorno" of the page that the ABECS table is from, read 2026-11-23. Null for one it has not.
 */
export function toOwnRefusal(code: string, externalId: string): Refusal | null {
  const decidedBy = 'issuer';
  if (RISK.includes(code)) {
    return { kind: 'declined', code: 'REJECTED_BY_RISK', decidedBy, reason: 'suspected_fraud' };
  }
  if (LIMIT.includes(code)) {
    return { kind: 'declined', code: 'PAYER_LIMIT_REJECTED', decidedBy, reason: 'limit_exceeded' };
  }
  if (TRIES.includes(code)) return { kind: 'refused', externalId, reason: 'do_not_honour' };
  if (code === 'AI') return { kind: 'refused', externalId, reason: 'not_authenticated' };
  if (INSTALMENTS.includes(code)) return { kind: 'failed', externalId };
  return null;
}
