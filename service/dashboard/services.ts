import type { AccountListStore } from '../accounts/account-list.ts';
import type { RecentLooks } from '../acts/act.ts';
import type { DatabaseServices, KeyedServices } from '../acts/services.ts';
import type { PasskeyStore } from '../people/passkey.ts';
import type { PasskeyChallengeStore } from '../people/passkey-challenge.ts';
import type { UserSessionStore } from '../people/session.ts';
import type { AppDependencies } from '../routes/dependencies.ts';
import type { AttentionStore } from '../summaries/attention.ts';
import type { PayinSummaryStore } from '../summaries/payin-summary.ts';
import type { WebAsset } from '../web/web-assets.ts';

/** What the pages use: what the API and the operator's commands use, and the sessions of people. */
export type DashboardServices = AppDependencies &
  KeyedServices &
  DatabaseServices & {
    sessions: UserSessionStore;
    accountLists: AccountListStore;
    payinSummaries: PayinSummaryStore;
    attention: AttentionStore;
    passkeys: PasskeyStore;
    challenges: PasskeyChallengeStore;
    /** So that pages which are loaded again and again do not fill the audit log. */
    recentLooks: RecentLooks;
    /** Styles and scripts by file name; empty where the API is run without a build. */
    dashboardAssets: ReadonlyMap<string, WebAsset>;
  };
