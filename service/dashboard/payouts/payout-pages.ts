import { BATCH_LIMITS } from '../../payouts/payout-batch.ts';
import type { DashboardRoute } from '../route.ts';
import type { DashboardServices } from '../services.ts';
import { askForBatch, confirmBatch, previewBatch } from './payout-batch.tsx';
import { exportPayouts } from './payout-csv.ts';
import { decidePayout, showPayout } from './payout-detail.tsx';
import { listPayouts } from './payout-list.tsx';
import { askForPayout, createPayout } from './payout-new.tsx';

/** A file with what a form has around it. */
const MAX_BATCH_FORM_BYTES = BATCH_LIMITS.bytes + 64 * 1024;

/**
 * Decision: a fresh proof is asked for before a form of payouts is filled in, and again where it is
 * sent, so that what somebody typed is hardly ever lost to it.
 */
export function payoutPages(services: DashboardServices): readonly DashboardRoute[] {
  return [
    {
      method: 'GET',
      path: '/payouts',
      act: 'payouts.read',
      run: (visit) => listPayouts(visit, services),
    },
    {
      method: 'GET',
      path: '/payouts/export.csv',
      act: 'payouts.export',
      run: (visit) => exportPayouts(visit, services),
    },
    {
      method: 'GET',
      path: '/payouts/new',
      act: 'payouts.create',
      isFresh: true,
      run: (visit) => askForPayout(visit, services),
    },
    {
      method: 'POST',
      path: '/payouts/new',
      act: 'payouts.create',
      isFresh: true,
      run: (visit) => createPayout(visit, services),
    },
    {
      method: 'GET',
      path: '/payouts/batch',
      act: 'payouts.create',
      isFresh: true,
      run: (visit) => askForBatch(visit),
    },
    {
      method: 'POST',
      path: '/payouts/batch',
      act: 'payouts.create',
      maxBodyBytes: MAX_BATCH_FORM_BYTES,
      run: (visit) => previewBatch(visit, services),
    },
    {
      method: 'POST',
      path: '/payouts/batch/confirm',
      act: 'payouts.create',
      isFresh: true,
      maxBodyBytes: MAX_BATCH_FORM_BYTES,
      run: (visit) => confirmBatch(visit, services),
    },
    {
      method: 'GET',
      path: '/payouts/:payout',
      act: 'payouts.read',
      run: (visit) => showPayout(visit, services),
    },
    ...(['approve', 'cancel'] as const).map(
      (decision): DashboardRoute => ({
        method: 'POST',
        path: `/payouts/:payout/${decision}`,
        act: 'payouts.approve',
        isFresh: true,
        run: (visit) => decidePayout(decision, visit, services),
      }),
    ),
  ];
}
