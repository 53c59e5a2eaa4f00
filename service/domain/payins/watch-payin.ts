import type { LookUp } from '../../base/shared/look-ups.ts';
import type { PayinDependencies } from './dependencies.ts';
import type { Payin } from './payin.ts';
import { providerOf } from './payin-provider.ts';
import { FIRST_RETURN_POLL_MS, RETURNS_END_MS } from './poll-times.ts';

/** Until somebody ends that. `until`: the real time after which there is nothing more to find. */
export async function watchPayin(
  payin: Pick<Payin, 'companyId' | 'id'>,
  { lookUps, now }: Pick<PayinDependencies, 'lookUps' | 'now'>,
  { dueAt, until }: { dueAt?: Date; until?: Date } = {},
): Promise<LookUp> {
  const begun = await lookUps.begin(payin, { now: now(), evenEarly: true });
  if (begun === null) throw new Error('a look that is made early was not due');
  const watchedUntil = until ?? begun.dueAt;
  const watched = { ...begun, dueAt: dueAt ?? begun.dueAt, watchedUntil };
  await lookUps.put(payin, watched);
  return watched;
}

export const RETURNS_OF = 'returns of ';

export function returnsOf({ companyId, id }: Payin): { companyId: string; id: string } {
  return { companyId, id: RETURNS_OF + id };
}

/** Where its provider tells what went back. Written before the approval, so nothing is lost. */
export async function watchReturns(payin: Payin, services: PayinDependencies): Promise<void> {
  const provider = await providerOf(payin, services);
  if (provider?.tellsReturns?.includes(payin.paymentMethod) !== true) return;
  const now = services.now().getTime();
  const dueAt = new Date(now + FIRST_RETURN_POLL_MS);
  await watchPayin(returnsOf(payin), services, { dueAt, until: new Date(now + RETURNS_END_MS) });
}
