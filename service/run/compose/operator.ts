import type { ActServices } from '../../acts/act.ts';
import type { DatabaseServices, KeyedServices } from '../../acts/services.ts';
import type { AppDependencies } from '../../api/dependencies.ts';
import type { RotatingEnvelope } from '../../base/crypto/envelope.ts';
import { addKeyToFile } from '../../base/crypto/key-file.ts';
import type { Timers } from '../../base/shared/periodic.ts';
import { runCommand } from '../../cli/run-command.ts';
import { createDashboardApp } from '../../dashboard/app.tsx';
import { PAGE_TURNS } from '../../dashboard/framework/guard.tsx';
import { createRecentLooks } from '../../dashboard/framework/recent-looks.ts';
import { backUp } from '../../domain/upkeep/backup.ts';
import { nameOf } from '../../http/error-handler.ts';
import type { ListeningApp } from '../../http/server.ts';
import { createWorkSlots } from '../../http/work-limit.ts';
import type { Settings } from '../../settings.ts';
import { isDashboardServed, keyFileOf } from '../../settings.ts';
import {
  countUnreadableProviderState,
  rewrapProviderState,
} from '../../store/tables/providers/provider-state.ts';
import { fitsSocket, serveCommands, socketPathOf } from '../socket.ts';
import { openBackupAside } from './backup-aside.ts';
import type { BuiltWeb } from './listeners.ts';
import type { Stores } from './stores.ts';
import { createStores } from './stores.ts';

export function createDatabaseServices(
  settings: Settings,
  made: Pick<DatabaseServices, 'db' | 'now' | 'randomBytes'> & { stores?: Stores },
): DatabaseServices {
  const { db, now, randomBytes, stores = createStores(db) } = made;
  return {
    ...stores,
    db,
    now,
    randomBytes,
    mode: settings.mode,
    backUp: (path, recipient) => backUp(path, recipient, { ...stores, randomBytes, now }),
  };
}

export function createKeyedServices(
  settings: Settings,
  { services, envelope }: { services: AppDependencies & Stores; envelope: RotatingEnvelope },
): KeyedServices {
  const { db, randomBytes } = services;
  // Decision: only a process that has the database alone adds to the file. Others on a PostgreSQL
  // have read it, and would open nothing any more that is sealed under a key they do not know.
  const isFileOurs = settings.keyEncryptionKeys === undefined && db.engine === 'embedded';
  return {
    ...services,
    envelope,
    rewrapProviderState: () => rewrapProviderState(db, envelope),
    countUnreadableProviderState: () => countUnreadableProviderState(db, envelope),
    dashboardUrl: () => services.addresses.dashboardUrl,
    noticesBaseUrl: (provider) =>
      services.noticeAuthorities.has(provider)
        ? (settings.notices?.url ?? null)
        : services.addresses.baseUrl || null,
    addKey: isFileOurs ? () => addKeyToFile(keyFileOf(settings), randomBytes) : null,
  };
}

/** By the socket beside the embedded database. Gives the function that ends it. */
export async function serveOperator(
  settings: Settings,
  made: { services: AppDependencies & Stores; envelope: RotatingEnvelope },
): Promise<() => Promise<void>> {
  const { services } = made;
  const path = socketPathOf(settings.dataDir);
  if (services.db.engine !== 'embedded') return nothing;
  if (!fitsSocket(path)) {
    services.log.warn('DATA_DIR is too long a path for a socket: no operator commands for now');
    return nothing;
  }
  const keyed = createKeyedServices(settings, made);
  const aside = await openBackupAside(settings, services);
  const invocation: ActServices = {
    database: {
      ...createDatabaseServices(settings, { ...services, stores: services }),
      ...(aside === null ? {} : { backUp: aside }),
    },
    services: async () => keyed,
  };
  try {
    return await serveCommands(path, (request) => runCommand(request, invocation));
  } catch (error) {
    // Not every file system has sockets; payments are taken all the same.
    services.log.warn(
      { errorName: nameOf(error) },
      'DATA_DIR takes no socket: no operator commands for now',
    );
    return nothing;
  }
}

async function nothing() {
  return undefined;
}

export function createDashboard(
  settings: Settings,
  made: {
    services: AppDependencies & Stores;
    envelope: RotatingEnvelope;
    web: BuiltWeb | null;
    timers: Timers;
  },
): ListeningApp | null {
  if (!isDashboardServed(settings)) return null;
  const { services, web, timers } = made;
  const dashboardServices = {
    ...createDatabaseServices(settings, { ...services, stores: services }),
    ...createKeyedServices(settings, made),
    ...services,
    envelope: made.envelope,
    recentLooks: createRecentLooks(),
    pageTurns: createWorkSlots({ ...PAGE_TURNS, timers }),
    dashboardAssets: web?.assets.dashboard ?? new Map(),
  };
  return createDashboardApp(dashboardServices, settings.dashboardUrl ?? '');
}
