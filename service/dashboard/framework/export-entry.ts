import type { AuditEntry, AuditSubjects } from '../../domain/audit/audit-log.ts';
import { newAuditId } from '../../domain/audit/audit-log.ts';
import type { Visit } from './route.ts';
import type { DashboardServices } from './services.ts';

/** Who took a file, and of what; `subjects` name no person that was looked for. */
export function exportEntry(
  { companyId, user, address }: Pick<Visit, 'companyId' | 'user' | 'address'>,
  { action, subjects }: { action: string; subjects: AuditSubjects },
  { now, randomBytes }: Pick<DashboardServices, 'now' | 'randomBytes'>,
): AuditEntry {
  return {
    companyId,
    id: newAuditId(randomBytes),
    at: now(),
    actor: user.id,
    action,
    subjects: { ...subjects, address },
    result: 'done',
    code: null,
  };
}
