import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Timers } from '../../base/shared/periodic.ts';
import { runPeriodically } from '../../base/shared/periodic.ts';

const run = promisify(execFile);
/** By then the next sign of life is due. */
const NOTIFY_TIMEOUT_MS = 10_000;

export type Supervisor = {
  /** The start is done; from now on it hears regularly that the process lives. */
  ready(): Promise<void>;
  /** The end has begun, and is not to be taken for a fall. */
  stopping(): Promise<void>;
};

/**
 * systemd, where this is a unit of `Type=notify` (sd_notify(3)), else nobody. With `WatchdogSec` it
 * hears twice in that time that the loop turns, and starts the process again where it does not. It
 * is told by systemd-notify(1), since Node has no datagrams over Unix sockets; the unit needs
 * `NotifyAccess=all`.
 */
export function createSupervisor(
  env: { [name: string]: string | undefined },
  { timers, onError }: { timers: Timers; onError: (error: unknown) => void },
): Supervisor {
  if (!env.NOTIFY_SOCKET) return { ready: async () => undefined, stopping: async () => undefined };
  const isWatched = env.WATCHDOG_USEC !== undefined && env.WATCHDOG_PID === String(process.pid);

  async function tell(state: 'READY=1' | 'STOPPING=1' | 'WATCHDOG=1'): Promise<void> {
    await run('systemd-notify', [state], { env, timeout: NOTIFY_TIMEOUT_MS });
  }

  return {
    async ready() {
      await tell('READY=1').catch(onError);
      if (!isWatched) return;
      const intervalMs = Number(env.WATCHDOG_USEC) / 2_000;
      // To the end of the process: one that is stuck in its end is started again as well.
      runPeriodically(() => tell('WATCHDOG=1'), { intervalMs, timers, onError });
    },
    stopping: () => tell('STOPPING=1').catch(onError),
  };
}
