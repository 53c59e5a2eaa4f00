import type { LookUp } from '../../base/shared/look-ups.ts';
import type { PayinDependencies } from './dependencies.ts';
import type { Payin } from './payin.ts';

/**
 * Has a payin looked at after it was decided, until somebody ends that, however long it takes.
 * `until`: the real time after which there is nothing more to find, for whoever ends it by that.
 */
export async function watchPayin(
  payin: Payin,
  { lookUps, now }: Pick<PayinDependencies, 'lookUps' | 'now'>,
  until?: Date,
): Promise<LookUp> {
  const begun = await lookUps.begin(payin, { now: now(), evenEarly: true });
  if (begun === null) throw new Error('a look that is made early was not due');
  const watched = { ...begun, watchedUntil: until ?? begun.dueAt };
  await lookUps.put(payin, watched);
  return watched;
}
