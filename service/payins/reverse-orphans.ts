import type { Account } from '../accounts/account.ts';
import type { AuditEntry } from '../maintenance/audit-log.ts';
import { ACQUIRER_DEADLINE_MS } from '../providers/acquirer.ts';
import { withDeadline } from '../shared/deadline.ts';
import { lookAtEach } from '../shared/look-ups.ts';
import type { PayinDependencies } from './dependencies.ts';
import type { Payin } from './payin.ts';
import { reversalMove } from './payin-move.ts';
import { findCharge } from './reconcile-payins.ts';
import type { Reversal } from './reversal.ts';

/**
 * Looks for charges of payins that have failed since the acquirer knew nothing of them. One that was
 * approved after all is an orphan: nobody waits for it, and the merchant may have been paid by
 * another try. It is given back, and told by the audit log, a metric and the event `payin.reversed`.
 * Decision: the payin stays FAILED, since its merchant was told so.
 */
export async function reverseOrphans(account: Account, services: PayinDependencies): Promise<void> {
  const { payins, lookUps } = services;
  const now = services.now();
  await lookAtEach(await payins.listWatched(account.companyId, now), async (payin) => {
    const lookUp = await lookUps.begin(payin, { now, evenEarly: false });
    if (lookUp === null) return;
    const charge = await findCharge(payin, services);
    if (charge?.kind === 'approved') return reverse(payin, charge.externalId, services);
    const isOver = lookUp.watchedUntil === null || lookUp.watchedUntil <= now;
    if (isOver) await lookUps.end(payin);
  });
}

/** What cannot be given back now is tried again with the next look, for as long as it takes. */
async function reverse(
  payin: Payin,
  externalId: string,
  services: PayinDependencies,
): Promise<void> {
  const { acquirer, timers, lookUps } = services;
  const reversal = await begin(payin, externalId, services);
  if (reversal.doneAt !== null) return lookUps.end(payin);
  const answer = await withDeadline(
    async (signal) =>
      acquirer.voidCharge?.(
        {
          companyId: payin.companyId,
          reference: payin.id,
          amount: reversal.amount,
          reversalId: reversal.id,
        },
        signal,
      ) ?? { kind: 'unavailable' as const },
    { deadlineMs: ACQUIRER_DEADLINE_MS, timers },
  );
  if (answer.kind !== 'answered' || answer.value.kind !== 'voided') return;
  const done = { ...reversal, doneAt: services.now() };
  await services.movePayin(reversalMove(payin, done, auditOf(done, 'done', services)));
  await lookUps.end(payin);
}

/** Written before the acquirer is asked for it. */
async function begin(
  payin: Payin,
  externalId: string,
  services: PayinDependencies,
): Promise<Reversal> {
  const known = await services.reversals.find(payin.companyId, payin.id);
  if (known !== null) return known;
  const reversal: Reversal = {
    companyId: payin.companyId,
    payinId: payin.id,
    id: Buffer.from(services.randomBytes(16)).toString('hex'),
    provider: services.acquirer.name,
    externalId,
    amount: payin.amount,
    begunAt: services.now(),
    doneAt: null,
  };
  const audit = auditOf(reversal, 'begun', services);
  if (!(await services.movePayin(reversalMove(payin, reversal, audit)))) {
    throw new Error('a payin that has failed has moved on');
  }
  return reversal;
}

function auditOf(
  { companyId, payinId, id, provider, amount }: Reversal,
  result: 'begun' | 'done',
  { now, randomBytes }: PayinDependencies,
): AuditEntry {
  return {
    companyId,
    id: `aud_${Buffer.from(randomBytes(16)).toString('base64url')}`,
    at: now(),
    actor: 'service',
    action: 'charge.reverse',
    subjects: { payin: payinId, reversal: id, provider, amount },
    result,
    code: null,
  };
}
