import type { AppDependencies } from '../../api/dependencies.ts';
import type { RotatingEnvelope } from '../../base/crypto/envelope.ts';
import { createDashboardApp } from '../../dashboard/app.tsx';
import { createRecentLooks } from '../../dashboard/framework/recent-looks.ts';
import type { ListeningApp } from '../../http/server.ts';
import type { Settings } from '../../settings.ts';
import { isDashboardServed } from '../../settings.ts';
import { createAccountListStore } from '../../store/tables/accounts/account-list.ts';
import {
  createPasskeyChallengeStore,
  createPasskeyStore,
} from '../../store/tables/people/passkey.ts';
import { createUserSessionStore } from '../../store/tables/people/user-session.ts';
import { createAttentionStore } from '../../store/tables/summaries/attention.ts';
import { createPayinSummaryStore } from '../../store/tables/summaries/payin-summary.ts';
import type { BuiltWeb } from './listeners.ts';
import { createDatabaseServices, createKeyedServices } from './operator.ts';

export function createDashboard(
  settings: Settings,
  made: { services: AppDependencies; envelope: RotatingEnvelope; web: BuiltWeb | null },
): ListeningApp | null {
  if (!isDashboardServed(settings)) return null;
  const { services, web } = made;
  const dashboardServices = {
    ...createDatabaseServices(settings, services),
    ...createKeyedServices(settings, made),
    ...services,
    envelope: made.envelope,
    sessions: createUserSessionStore(services.db),
    accountLists: createAccountListStore(services.db),
    payinSummaries: createPayinSummaryStore(services.db),
    attention: createAttentionStore(services.db),
    passkeys: createPasskeyStore(services.db),
    challenges: createPasskeyChallengeStore(services.db),
    recentLooks: createRecentLooks(),
    dashboardAssets: web?.assets.dashboard ?? new Map(),
  };
  return createDashboardApp(dashboardServices, settings.dashboardUrl ?? '');
}
