import { DELETE_CARDS, ERASE_CUSTOMER } from '../../../acts/customers.ts';
import { EXPORT_PAYMENTS } from '../../../acts/exports.ts';
import { LOOK_UP_PAYMENT } from '../../../acts/look-up.ts';
import { CANCEL_PAYMENT } from '../../../acts/payments.ts';
import { REFUND_PAYMENT } from '../../../acts/refunds.ts';
import type { DashboardRoute } from '../../framework/route.ts';
import { get, post } from '../../framework/route.ts';
import { showDisputes } from './dispute-list.tsx';
import { deleteCards, eraseBuyer, showCustomer } from './payment-customer.tsx';
import { lookUpPayment, showPayment } from './payment-detail.tsx';
import { exportPayments, showPayments } from './payment-list.tsx';
import { askForRefund, postCancel, postRefund } from './payment-refund.tsx';

export const PAYMENT_PAGES: readonly DashboardRoute[] = [
  get('/payments', 'payments.read', showPayments),
  // Before the address of one payment, which they would be taken for.
  get('/payments/export.csv', EXPORT_PAYMENTS, exportPayments),
  get('/payments/disputes', 'payments.read', showDisputes),
  get('/payments/:payin', 'payments.read', showPayment),
  get('/payments/:payin/refund', REFUND_PAYMENT, askForRefund),
  post('/payments/:payin/refund', REFUND_PAYMENT, postRefund),
  post('/payments/:payin/cancel', CANCEL_PAYMENT, postCancel),
  post('/payments/:payin/look-up', LOOK_UP_PAYMENT, lookUpPayment),
  get('/payments/:payin/customer', ERASE_CUSTOMER, showCustomer),
  post('/payments/:payin/customer/cards', DELETE_CARDS, deleteCards),
  post('/payments/:payin/customer/erase', ERASE_CUSTOMER, eraseBuyer),
];
