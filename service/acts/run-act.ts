import { ApiError } from '../base/shared/api-error.ts';
import type { AuditEntry, AuditSubjects } from '../domain/audit/audit-log.ts';
import { newAuditEntry, SYSTEM_COMPANY } from '../domain/audit/audit-log.ts';
import type { Permission, Role } from '../domain/people/roles.ts';
import { permissionOf } from '../domain/people/roles.ts';
import type { ActRow, ActServices, Ask, RecentLooks, Trail } from './act.ts';
import type { DatabaseServices } from './services.ts';

/**
 * `actor`: who they say they are. `address`: where they are, if they came by the network. `role`: of
 * somebody of the dashboard; whoever has the command line may do everything.
 */
export type Doer = { actor: string; address?: string; role?: Role };

/**
 * The audit log has a change in its own transaction, a look once it has seen, unless `recentLooks`
 * has it, and a refusal with its code. Throws what `ask` and the act throw.
 */
export async function runAct<Answer>(
  act: Pick<ActRow, 'command' | 'permission' | 'isChange'>,
  ask: Ask<Answer>,
  doer: Doer,
  { recentLooks, ...services }: ActServices,
): Promise<Answer> {
  const log = createLog(act.command, doer, services.database);
  try {
    const asked = ask();
    log.about(asked);
    const isLimited = requirePermission(act, doer) === 'limited';
    const { actor, role } = doer;
    const answer = await asked.run({ ...services, actor, role, isLimited, trail: log.trail });
    if (!log.isDone()) {
      if (act.isChange) throw new Error(`${act.command} has left no entry in the log`);
      await log.writePoll(recentLooks);
    }
    return answer;
  } catch (error) {
    await log.refuse(error);
    throw error;
  }
}

function requirePermission({ permission }: Pick<ActRow, 'permission'>, { role }: Doer): Permission {
  if (role === undefined) return 'yes';
  const given = permission === null ? 'no' : permissionOf(role, permission);
  if (given !== 'no') return given;
  throw new ApiError('FORBIDDEN', 'This is not for people of this role to do.');
}

function createLog(action: string, { actor, address }: Doer, database: DatabaseServices) {
  const { audit, accounts } = database;
  let about: { companyId: string | null; subjects: AuditSubjects } = {
    companyId: null,
    subjects: {},
  };
  let isDone = false;
  const entry = (
    companyId: string | null,
    more: Pick<AuditEntry, 'subjects' | 'result' | 'code'>,
  ): AuditEntry => {
    const subjects = { ...more.subjects, ...(address === undefined ? {} : { address }) };
    const of = { companyId: companyId ?? SYSTEM_COMPANY, actor, action };
    return newAuditEntry({ ...of, ...more, subjects }, database);
  };
  const acted = (more: AuditSubjects | undefined, result: 'begun' | 'done') =>
    entry(about.companyId, { subjects: { ...about.subjects, ...more }, result, code: null });
  const trail: Trail = {
    async record(tx, more) {
      const result = more?.result ?? 'done';
      await audit.append(acted(more?.subjects, result), tx);
      if (result === 'done') isDone = true;
    },
    async recordBy(act, more) {
      const isActed = await act(acted(more?.subjects, 'done'));
      if (isActed) isDone = true;
      return isActed;
    },
  };
  const refuse = async (error: unknown) => {
    const failure: Pick<AuditEntry, 'result' | 'code'> =
      error instanceof ApiError
        ? { result: 'refused', code: error.code }
        : { result: 'failed', code: null };
    const { companyId, subjects } = about;
    // A company that is not there has no log of its own.
    const isKnown = companyId !== null && (await accounts.find(companyId)) !== null;
    await audit.append(entry(isKnown ? companyId : null, { subjects, ...failure }));
  };
  return {
    trail,
    about(asked: typeof about) {
      about = asked;
    },
    isDone: () => isDone,
    async writePoll(recentLooks: RecentLooks | undefined) {
      const look = acted(undefined, 'done');
      if (recentLooks?.isWritten(look)) return;
      await audit.append(look);
      recentLooks?.written(look);
    },
    async refuse(error: unknown) {
      // Where the log cannot be written either, what broke the act is what has to be told.
      await refuse(error).catch(() => undefined);
    },
  };
}
