import type { Queryable } from '../../../base/shared/db.ts';
import type { Passkey } from '../../../domain/people/passkey.ts';
import type { PersonalAct } from '../../../domain/people/people-log.ts';
import { tellLog } from '../../../domain/people/people-log.ts';
import type { User } from '../../../domain/people/user.ts';
import type { Visit } from '../../framework/route.ts';
import type { DashboardServices } from '../../framework/services.ts';

/** `code`: why they were refused. */
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
