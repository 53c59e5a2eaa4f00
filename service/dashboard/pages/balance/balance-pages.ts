import { EXPORT_STATEMENT } from '../../../acts/exports.ts';
import type { DashboardRoute } from '../../framework/route.ts';
import { get } from '../../framework/route.ts';
import { showBalance } from './balance.tsx';
import { showStatement } from './statement.tsx';
import { sendStatement } from './statement-csv.ts';

export const BALANCE_PAGES: readonly DashboardRoute[] = [
  get('/balance', 'balance.read', showBalance),
  get('/balance/statement', 'balance.read', showStatement),
  get('/balance/statement.csv', EXPORT_STATEMENT, sendStatement),
];
