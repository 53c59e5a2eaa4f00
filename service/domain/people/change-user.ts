import { ApiError, invalidField } from '../../base/shared/api-error.ts';
import type { Queryable } from '../../base/shared/db.ts';
import { errorDetail } from '../../base/shared/error-detail.ts';
import type { Role } from './roles.ts';
import { isOfService, ROLES } from './roles.ts';
import type { User, UserStore } from './user.ts';

type ChangeServices = { users: UserStore };

/** Gives the role before, null where the person is removed. 409 for the last owner of a company. */
export async function setUserRole(
  tx: Queryable,
  { id, companyId }: Pick<User, 'id' | 'companyId'>,
  role: Role,
  { users }: ChangeServices,
): Promise<Role | null> {
  if (isOfService(role) !== (companyId === null)) {
    const values = ROLES.filter((one) => isOfService(one) === (companyId === null)).join(', ');
    throw invalidField('role', 'one_of', { values });
  }
  if (role !== 'owner') await requireAnotherOwner(tx, { id, companyId }, users);
  const user = await users.lock(tx, id);
  if (user === null) return null;
  await users.setRole(tx, id, role);
  return user.role;
}

/** Ends their sessions; false where they are removed. 409 for the last owner of a company. */
export async function removeUser(
  tx: Queryable,
  { id, companyId }: Pick<User, 'id' | 'companyId'>,
  { users }: ChangeServices,
): Promise<boolean> {
  await requireAnotherOwner(tx, { id, companyId }, users);
  return users.remove(tx, id);
}

/**
 * Decision: a company keeps one owner who has accepted, since nobody else could let people in. The
 * owners stay locked until the transaction ends, so that two cannot remove each other at once.
 */
async function requireAnotherOwner(
  tx: Queryable,
  { id, companyId }: Pick<User, 'id' | 'companyId'>,
  users: UserStore,
): Promise<void> {
  if (companyId === null) return;
  const owners = await users.lockOwners(tx, companyId);
  if (!owners.includes(id) || owners.length > 1) return;
  throw new ApiError('ILLEGAL_TRANSITION', 'A company keeps at least one owner.', {
    details: [errorDetail('user', 'last_owner')],
  });
}
