import { advancePayout } from './advance-payout.ts';
import type { PayoutDependencies } from './dependencies.ts';

export type PayoutFollower = {
  follow(payout: { companyId: string; id: string }): void;
  /** Calls off what waits and lets what runs end; the next start looks after the rest. */
  stop(): Promise<void>;
};

/** Real time. In the sandbox a payout is final within two seconds. */
const STEPS_MS = [150, 600, 600];

export function createPayoutFollower(
  services: PayoutDependencies,
  onError: (error: unknown) => void,
): PayoutFollower {
  const waiting = new Set<() => void>();
  const running = new Set<Promise<void>>();
  let isStopped = false;

  const plan = (key: { companyId: string; id: string }, step: number) => {
    const delayMs = STEPS_MS[step];
    if (delayMs === undefined || isStopped) return;
    const cancel = services.timers.after(delayMs, () => {
      waiting.delete(cancel);
      const work: Promise<void> = advance(key)
        .then(() => plan(key, step + 1), onError)
        .finally(() => running.delete(work));
      running.add(work);
    });
    waiting.add(cancel);
  };

  const advance = async ({ companyId, id }: { companyId: string; id: string }) => {
    const account = await services.accounts.find(companyId);
    const payout = await services.payouts.find(companyId, id);
    if (account !== null && payout !== null) await advancePayout(account, payout, services);
  };

  return {
    follow: (key) => plan(key, 0),
    async stop() {
      isStopped = true;
      for (const cancel of waiting) cancel();
      await Promise.all(running);
    },
  };
}
