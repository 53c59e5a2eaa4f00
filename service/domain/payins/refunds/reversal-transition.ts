import type { Account } from '../../accounts/account.ts';
import type { AuditEntry } from '../../audit/audit-log.ts';
import { newAuditEntry } from '../../audit/audit-log.ts';
import type { PayinDependencies } from '../dependencies.ts';
import type { Payin } from '../payin.ts';
import { reversalTransition } from '../payin-transition.ts';
import type { Reversal } from './reversal.ts';

/** One that begins: whoever writes it has the payin locked. */
export function newReversal(
  { companyId, id: payinId }: Payin,
  about: Pick<Reversal, 'provider' | 'externalId' | 'amount' | 'isByHand'>,
  { now, randomBytes }: Pick<PayinDependencies, 'now' | 'randomBytes'>,
): Reversal {
  const id = Buffer.from(randomBytes(16)).toString('hex');
  return { companyId, payinId, id, ...about, returnedBefore: 0, begunAt: now(), doneAt: null };
}

/** Told once, by whoever writes it; the watch goes on. `by`: who gave it back. */
export async function finishReversal(
  account: Account,
  payin: Payin,
  { reversal, by }: { reversal: Reversal; by?: 'chargeback' },
  services: PayinDependencies,
): Promise<void> {
  const done = { ...reversal, doneAt: services.now() };
  const { subjects, ...entry } = auditOfReversal(done, 'done', services);
  const audit = { ...entry, subjects: by === undefined ? subjects : { ...subjects, by } };
  if (!(await services.transitionPayin(reversalTransition(account, payin, done, audit)))) {
    const known = await services.reversals.find(payin.companyId, payin.id);
    if (!isReversalDone(known)) {
      throw new Error('a charge was given back, and it could not be written');
    }
  }
}

export function isReversalDone(reversal: Reversal | null): boolean {
  return reversal !== null && reversal.doneAt !== null;
}

export function auditOfReversal(
  { companyId, payinId, id, provider, amount }: Reversal,
  result: 'begun' | 'done' | 'failed',
  services: Pick<PayinDependencies, 'now' | 'randomBytes'>,
): AuditEntry {
  const subjects = { payin: payinId, reversal: id, provider, amount };
  const by = { actor: 'service', action: 'charge.reverse' };
  return newAuditEntry({ companyId, ...by, subjects, result, code: null }, services);
}
