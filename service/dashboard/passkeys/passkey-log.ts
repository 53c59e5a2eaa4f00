import type { Passkey } from '../../people/passkey.ts';
import type { PersonalAct } from '../../people/people-log.ts';
import { tellLog } from '../../people/people-log.ts';
import type { User } from '../../people/user.ts';
import type { Queryable } from '../../shared/db.ts';
import type { Visit } from '../route.ts';
import type { DashboardServices } from '../services.ts';

/** Tells the log what somebody did by a passkey, or to one; `code`: why they were refused. */
export function tellPasskeyLog(
  told: {
    action: PersonalAct;
    user: User;
    passkey: Pick<Passkey, 'id'>;
    visit: Pick<Visit, 'address'>;
    code?: 'COUNTER_WENT_BACK';
  },
  services: Pick<DashboardServices, 'audit' | 'randomBytes' | 'now'>,
  tx?: Queryable,
): Promise<void> {
  const { passkey, visit, ...act } = told;
  const subjects = { by: 'passkey', passkey: passkey.id };
  return tellLog({ ...act, caller: visit, subjects }, services, tx);
}
