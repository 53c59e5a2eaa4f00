import { EXPORT_PAYOUTS } from '../../../acts/exports.ts';
import { CREATE_PAYOUT } from '../../../acts/payouts.ts';
import { BATCH_LIMITS } from '../../../domain/payouts/payout-batch.ts';
import type { DashboardRoute } from '../../framework/route.ts';
import { whoMay } from '../../framework/route.ts';
import type { DashboardServices } from '../../framework/services.ts';
import { askForBatch, confirmBatch, previewBatch } from './payout-batch.tsx';
import { exportPayouts } from './payout-csv.ts';
import type { PayoutDecision } from './payout-detail.tsx';
import { DECISIONS, decidePayout, showPayout } from './payout-detail.tsx';
import { listPayouts } from './payout-list.tsx';
import { askForPayout, createPayout } from './payout-new.tsx';

/** A file with what a form has around it. */
const MAX_BATCH_FORM_BYTES = BATCH_LIMITS.bytes + 64 * 1024;

/**
 * Decision: a fresh proof is asked for before a form of payouts is filled in, and again where it is
 * sent, so that what somebody typed is hardly ever lost to it.
 */
export function payoutPages(services: DashboardServices): readonly DashboardRoute[] {
  const decide = (decision: PayoutDecision): DashboardRoute => ({
    method: 'POST',
    path: `/payouts/:payout/${decision}`,
    ...whoMay(DECISIONS[decision]),
    run: (visit) => decidePayout(decision, visit, services),
  });
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
      ...whoMay(EXPORT_PAYOUTS),
      run: (visit) => exportPayouts(visit, services),
    },
    {
      method: 'GET',
      path: '/payouts/new',
      ...whoMay(CREATE_PAYOUT),
      run: (visit) => askForPayout(visit, services),
    },
    {
      method: 'POST',
      path: '/payouts/new',
      ...whoMay(CREATE_PAYOUT),
      run: (visit) => createPayout(visit, services),
    },
    {
      method: 'GET',
      path: '/payouts/batch',
      ...whoMay(CREATE_PAYOUT),
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
      ...whoMay(CREATE_PAYOUT),
      maxBodyBytes: MAX_BATCH_FORM_BYTES,
      run: (visit) => confirmBatch(visit, services),
    },
    {
      method: 'GET',
      path: '/payouts/:payout',
      act: 'payouts.read',
      run: (visit) => showPayout(visit, services),
    },
    decide('approve'),
    decide('cancel'),
  ];
}
