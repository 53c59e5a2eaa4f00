import { EXPORT_PAYOUTS } from '../../../acts/exports.ts';
import { CREATE_PAYOUT } from '../../../acts/payouts.ts';
import { BATCH_LIMITS } from '../../../domain/payouts/payout-batch.ts';
import type { DashboardRoute } from '../../framework/route.ts';
import { get, post } from '../../framework/route.ts';
import { askForBatch, confirmBatch, previewBatch } from './payout-batch.tsx';
import { DECISIONS, decidePayout, showPayout } from './payout-detail.tsx';
import { exportPayouts, listPayouts } from './payout-list.tsx';
import { askForPayout, createPayout } from './payout-new.tsx';

const BATCH = { maxBodyBytes: BATCH_LIMITS.bytes + 64 * 1024 };

/**
 * Decision: a fresh proof is asked for before a form of payouts is filled in, and again where it is
 * sent, so that what somebody typed is hardly ever lost to it.
 */
export const PAYOUT_PAGES: readonly DashboardRoute[] = [
  get('/payouts', 'payouts.read', listPayouts),
  get('/payouts/export.csv', EXPORT_PAYOUTS, exportPayouts),
  get('/payouts/new', CREATE_PAYOUT, askForPayout),
  post('/payouts/new', CREATE_PAYOUT, createPayout),
  get('/payouts/batch', CREATE_PAYOUT, (visit) => askForBatch(visit)),
  post('/payouts/batch', 'payouts.create', previewBatch, BATCH),
  post('/payouts/batch/confirm', CREATE_PAYOUT, confirmBatch, BATCH),
  get('/payouts/:payout', 'payouts.read', showPayout),
  post('/payouts/:payout/approve', DECISIONS.approve, (visit, services) =>
    decidePayout('approve', visit, services),
  ),
  post('/payouts/:payout/cancel', DECISIONS.cancel, (visit, services) =>
    decidePayout('cancel', visit, services),
  ),
];
