import { EXPORT_STATEMENT } from '../../../acts/exports.ts';
import type { DashboardRoute } from '../../framework/route.ts';
import { whoMay } from '../../framework/route.ts';
import type { DashboardServices } from '../../framework/services.ts';
import { showBalance } from './balance.tsx';
import { showStatement } from './statement.tsx';
import { sendStatement } from './statement-csv.ts';

export function balancePages(services: DashboardServices): readonly DashboardRoute[] {
  return [
    {
      method: 'GET',
      path: '/balance',
      act: 'balance.read',
      run: (visit) => showBalance(visit, services),
    },
    {
      method: 'GET',
      path: '/balance/statement',
      act: 'balance.read',
      run: (visit) => showStatement(visit, services),
    },
    {
      method: 'GET',
      path: '/balance/statement.csv',
      ...whoMay(EXPORT_STATEMENT),
      run: (visit) => sendStatement(visit, services),
    },
  ];
}
