import type { Context } from 'hono';
import type { Asker } from '../base/shared/work-slot.ts';
import type { AppEnv } from './app-env.ts';

/** For what may ask an outside party: with the request's place, which is for others meanwhile. */
export function ofRequest<Services extends Asker>(
  c: Context<AppEnv>,
  services: Services,
): Services {
  const slot = c.env?.slot;
  return slot === undefined ? services : { ...services, slot };
}
