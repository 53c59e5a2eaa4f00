import { statfs } from 'node:fs/promises';
import type { Health } from '../../../contract/health.ts';
import type { Db } from '../../base/shared/db.ts';
import type { AccountStore } from '../../domain/accounts/account.ts';
import { checkLedger } from '../../domain/ledger/check-ledger.ts';
import { createLedgerMonitor } from '../../domain/ledger/ledger-monitor.ts';
import type { ConnectionLimits } from '../../http/connection-limits.ts';
import { createConnectionLimits } from '../../http/connection-limits.ts';
import { createMetricsApp } from '../../http/metrics.ts';
import type { Listener } from '../../http/server.ts';
import { isPortTaken, listen } from '../../http/server.ts';
import type { RegisteredProviders } from '../../providers/registered/registered-providers.ts';
import type { Settings } from '../../settings.ts';
import { localUrl } from '../../settings.ts';
import { findLastBackup } from '../../store/tables/audit/audit-log.ts';
import { createLedgerAudit } from '../../store/tables/ledger/ledger-audit.ts';
import { countDisputes } from '../../store/tables/payins/open-dispute.ts';
import { countUnderpayments } from '../../store/tables/payins/underpayment.ts';
import { readWebhookQueue } from '../../store/tables/webhooks/webhook.ts';
import type { Dependencies } from './dependencies.ts';
import { readProviders } from './providers.ts';

const DEFAULT_PORT = 4014;

/** Opens the internal port. What is not counted but asked for is read with every scrape. */
export async function openMetrics(
  settings: Settings,
  dependencies: Omit<Dependencies, 'randomBytes' | 'envelope' | 'overrides'> & {
    accounts: AccountStore;
    registeredProviders: RegisteredProviders;
    health: () => Promise<Health>;
  },
): Promise<{ url: string; stop(): Promise<void> }> {
  const { metrics, db, accounts, health, now, elapsedMs, timers, log, onError } = dependencies;
  const checkLedgerNow = createLedgerMonitor({
    check: () => checkLedger({ accounts, ledgerAudit: createLedgerAudit(db) }),
    metrics,
    now,
    elapsedMs,
    timers,
    onDisagreement: (sentence) => log.error({ disagreement: sentence }, 'the ledger disagrees'),
    onError,
  });
  const refresh = async () => {
    metrics.companiesServedRead((await health()).companiesServed);
    const disk = statfs(settings.dataDir).then(({ bavail, blocks }) => bavail / blocks);
    metrics.diskRead(await disk.catch(() => null));
    metrics.backupRead(await findLastBackup(db).catch(() => null));
    metrics.webhookQueueRead(await readQueue(db, now()).catch(() => null));
    metrics.underpaymentsRead(await countUnderpayments(db).catch(() => null));
    metrics.disputesRead(await countDisputes(db).catch(() => null));
    await readProviders(dependencies).catch(() => undefined);
    await checkLedgerNow();
  };
  // Of its own: whoever fills the listeners that face the world does not blind who watches.
  const limits = createConnectionLimits(settings.incomingConnections, {
    ...settings,
    timers,
    onClosed: metrics.connectionClosed,
  });
  const app = createMetricsApp(metrics, refresh);
  const listener = await listenInside(settings, app, { limits, log });
  const url = localUrl(settings.metricsHost, listener.port);
  return { url, stop: () => listener.stop() };
}

async function readQueue(db: Db, now: Date) {
  const { depth, oldest } = await readWebhookQueue(db);
  const ageMs = oldest === null ? 0 : Math.max(0, now.getTime() - oldest.getTime());
  return { depth, oldestSeconds: ageMs / 1000 };
}

/**
 * Decision: nobody has to know this port; where the default is taken, another is as good. One that
 * was asked for is used, or the service does not start.
 */
async function listenInside(
  { metricsHost: host, metricsPort }: Settings,
  app: ReturnType<typeof createMetricsApp>,
  { limits, log }: { limits: ConnectionLimits; log: Dependencies['log'] },
): Promise<Listener> {
  const setting = 'METRICS_PORT';
  if (metricsPort !== undefined) return listen(app, { host, port: metricsPort, setting }, limits);
  try {
    return await listen(app, { host, port: DEFAULT_PORT, setting }, limits);
  } catch (error) {
    if (!isPortTaken(error)) throw error;
    const listener = await listen(app, { host, port: 0, setting }, limits);
    log.warn(
      { metricsPort: listener.port },
      `port ${DEFAULT_PORT} is taken, METRICS_PORT is not set`,
    );
    return listener;
  }
}
