import { DbUnavailable } from '../../../base/shared/db.ts';
import type { Account } from '../../../domain/accounts/account.ts';
import { newAuditId } from '../../../domain/audit/audit-log.ts';
import type { User } from '../../../domain/people/user.ts';
import { fillSamples, requireFillable } from '../../../sandbox/samples/fill-samples.ts';
import type { DashboardServices } from '../../framework/services.ts';

export type FillProgress = { done: number; all: number };

/** Fills accounts with samples in the background, each once at a time in this process. */
export type SampleFills = {
  progressOf(companyId: string): FillProgress | null;
  /** `ApiError` where the account is not to be filled. */
  start(account: Account, user: User): Promise<void>;
};

export function createSampleFills(services: DashboardServices): SampleFills {
  const running = new Map<string, FillProgress>();
  const fill = async (account: Account) => {
    const { companyId } = account;
    const onStep = (done: number, all: number) => void running.set(companyId, { done, all });
    try {
      await fillSamples(account, services, { onStep });
    } catch (error) {
      // The service is stopped: whoever presses the button again goes on.
      if (!(error instanceof DbUnavailable)) throw error;
    } finally {
      running.delete(companyId);
    }
  };
  return {
    progressOf: (companyId) => running.get(companyId) ?? null,
    async start(account, user) {
      const { companyId } = account;
      if (running.has(companyId)) return;
      running.set(companyId, { done: 0, all: 1 });
      try {
        await requireFillable(account, services);
        await services.audit.append({
          companyId,
          id: newAuditId(services.randomBytes),
          at: services.now(),
          actor: user.id,
          action: 'sandbox fill',
          subjects: { company: companyId },
          result: 'begun',
          code: null,
        });
      } catch (error) {
        running.delete(companyId);
        throw error;
      }
      services.inBackground(fill(account));
    },
  };
}
