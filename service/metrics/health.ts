import type { Health } from '../../contract/health.ts';
import type { Db } from '../shared/db.ts';

/** Whether a payment can be taken now: the service is not stopping and its database answers. */
export async function readHealth(
  db: Db,
  state: { mode: Health['mode']; isStopping: boolean },
): Promise<Health> {
  const isUp = !state.isStopping && (await db.isUp());
  return {
    status: isUp ? 'ok' : 'unavailable',
    mode: state.mode,
    engine: db.engine,
    durability: db.durability,
  };
}
