import { DELETE_CARDS, ERASE_CUSTOMER } from '../../../acts/customers.ts';
import { EXPORT_PAYMENTS } from '../../../acts/exports.ts';
import { CANCEL_PAYMENT } from '../../../acts/payments.ts';
import { REFUND_PAYMENT } from '../../../acts/refunds.ts';
import type { DashboardRoute } from '../../framework/route.ts';
import { whoMay } from '../../framework/route.ts';
import type { DashboardServices } from '../../framework/services.ts';
import { exportPayments } from './payment-csv.ts';
import { deleteCards, eraseBuyer, showCustomer } from './payment-customer.tsx';
import { showPayment } from './payment-detail.tsx';
import { showPayments } from './payment-list.tsx';
import { askForRefund, postCancel, postRefund } from './payment-refund.tsx';

/** What was paid to a company, and giving it back. */
export function paymentPages(services: DashboardServices): readonly DashboardRoute[] {
  return [
    {
      method: 'GET',
      path: '/payments',
      act: 'payments.read',
      run: (visit) => showPayments(visit, services),
    },
    // Before the address of one payment, which it would be taken for.
    {
      method: 'GET',
      path: '/payments/export.csv',
      ...whoMay(EXPORT_PAYMENTS),
      run: (visit) => exportPayments(visit, services),
    },
    {
      method: 'GET',
      path: '/payments/:payin',
      act: 'payments.read',
      run: (visit) => showPayment(visit, services),
    },
    {
      method: 'GET',
      path: '/payments/:payin/refund',
      ...whoMay(REFUND_PAYMENT),
      run: (visit) => askForRefund(visit, services),
    },
    {
      method: 'POST',
      path: '/payments/:payin/refund',
      ...whoMay(REFUND_PAYMENT),
      run: (visit) => postRefund(visit, services),
    },
    {
      method: 'POST',
      path: '/payments/:payin/cancel',
      ...whoMay(CANCEL_PAYMENT),
      run: (visit) => postCancel(visit, services),
    },
    {
      method: 'GET',
      path: '/payments/:payin/customer',
      ...whoMay(ERASE_CUSTOMER),
      run: (visit) => showCustomer(visit, services),
    },
    {
      method: 'POST',
      path: '/payments/:payin/customer/cards',
      ...whoMay(DELETE_CARDS),
      run: (visit) => deleteCards(visit, services),
    },
    {
      method: 'POST',
      path: '/payments/:payin/customer/erase',
      ...whoMay(ERASE_CUSTOMER),
      run: (visit) => eraseBuyer(visit, services),
    },
  ];
}
