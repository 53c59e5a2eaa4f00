import { antifraudResultSchema } from '../../../contract/card/antifraud.ts';
import { cardTokenSchema } from '../../../contract/card/card-token.ts';
import { cvvRecollectionSchema } from '../../../contract/card/cvv.ts';
import {
  installmentPlanSchema,
  installmentTableSchema,
} from '../../../contract/card/installment-plan.ts';
import {
  customerSessionSchema,
  savedCardListSchema,
  savedCardSchema,
} from '../../../contract/card/saved-card.ts';
import { pendingThreeDSSchema, threeDSStateSchema } from '../../../contract/card/three-d-secure.ts';
import { checkoutConfigSchema } from '../../../contract/checkout-config.ts';
import {
  apiErrorCodeSchema,
  errorBodySchema,
  errorDetailSchema,
} from '../../../contract/errors/api-error.ts';
import {
  declineReasonSchema,
  declineRetrySchema,
} from '../../../contract/errors/decline-reason.ts';
import { healthSchema } from '../../../contract/health.ts';
import {
  capabilitiesSchema,
  companyAccountSchema,
  paymentTermsSchema,
  publicAccountSchema,
} from '../../../contract/payments/account.ts';
import { balanceSchema } from '../../../contract/payments/balance.ts';
import { bankListSchema, bankSchema } from '../../../contract/payments/bank.ts';
import { addressSchema } from '../../../contract/payments/customer.ts';
import {
  chargeAuthenticationSchema,
  payerSchema,
  payinAnswerSchema,
  payinBoletoCreatedSchema,
  payinCreatedSchema,
  payinItemSchema,
  payinOpenFinanceCreatedSchema,
  payinPendingThreeDSSchema,
  payinPixCreatedSchema,
  payinRecordSchema,
  payinStatusSchema,
} from '../../../contract/payments/payin.ts';
import { payinListSchema } from '../../../contract/payments/payin-list.ts';
import { payinReturnSchema } from '../../../contract/payments/payin-return.ts';
import { paymentMethodSchema } from '../../../contract/payments/payment-method.ts';
import {
  paymentPageSchema,
  paymentPageStatusSchema,
} from '../../../contract/payments/payment-page.ts';
import {
  payoutCreatedSchema,
  payoutListSchema,
  payoutRecordSchema,
  payoutStatusSchema,
} from '../../../contract/payments/payout.ts';
import { pixKeyTypeSchema } from '../../../contract/payments/pix-key.ts';
import {
  paymentViewSchema,
  pixViewSchema,
  qrSquaresSchema,
} from '../../../contract/payments/pix-view.ts';
import {
  payinRefundSchema,
  refundSchema,
  refundStatusSchema,
} from '../../../contract/payments/refund.ts';
import {
  balanceStatementSchema,
  statementEntrySchema,
} from '../../../contract/payments/statement.ts';
import {
  payinEventSchema,
  payoutEventSchema,
  webhookAttemptSchema,
  webhookDeliveriesSchema,
  webhookDeliverySchema,
  webhookSecretSchema,
} from '../../../contract/payments/webhook.ts';
import { sandboxClockSchema } from '../../../contract/sandbox-clock.ts';
import { sdkIntegritySchema, sdkInventorySchema } from '../../../contract/sdk-integrity.ts';
import { serviceStatusSchema } from '../../../contract/service-status.ts';

export const RESPONSE_SCHEMAS = {
  CompanyAccount: companyAccountSchema,
  PublicAccount: publicAccountSchema,
  Capabilities: capabilitiesSchema,
  PaymentTerms: paymentTermsSchema,
  PayinAnswer: payinAnswerSchema,
  PayinCreated: payinCreatedSchema,
  PixPayinCreated: payinPixCreatedSchema,
  BoletoPayinCreated: payinBoletoCreatedSchema,
  OpenFinancePayinCreated: payinOpenFinanceCreatedSchema,
  ChargeAuthentication: chargeAuthenticationSchema,
  PixToPay: payinPixCreatedSchema.shape.pix,
  BoletoToPay: payinBoletoCreatedSchema.shape.boleto,
  PendingThreeDSPayin: payinPendingThreeDSSchema,
  DeclineReason: declineReasonSchema,
  DeclineRetry: declineRetrySchema,
  Payin: payinRecordSchema,
  PayinList: payinListSchema,
  PayinStatus: payinStatusSchema,
  PaymentMethod: paymentMethodSchema,
  Payer: payerSchema,
  Address: addressSchema,
  PayinItem: payinItemSchema,
  PayinRefund: payinRefundSchema,
  PayinReturn: payinReturnSchema,
  Refund: refundSchema,
  RefundStatus: refundStatusSchema,
  BankList: bankListSchema,
  Bank: bankSchema,
  InstallmentPlan: installmentPlanSchema,
  InstallmentTable: installmentTableSchema,
  Balance: balanceSchema,
  BalanceStatement: balanceStatementSchema,
  StatementEntry: statementEntrySchema,
  PaymentPage: paymentPageSchema,
  PaymentPageStatus: paymentPageStatusSchema,
  Payout: payoutRecordSchema,
  PayoutCreated: payoutCreatedSchema,
  PayoutList: payoutListSchema,
  PayoutStatus: payoutStatusSchema,
  PixKeyType: pixKeyTypeSchema,
  CheckoutConfig: checkoutConfigSchema,
  AntifraudSession: antifraudResultSchema,
  CardToken: cardTokenSchema,
  CvvRecollection: cvvRecollectionSchema,
  CustomerSession: customerSessionSchema,
  SavedCardList: savedCardListSchema,
  SavedCard: savedCardSchema,
  PendingThreeDS: pendingThreeDSSchema,
  ThreeDSState: threeDSStateSchema,
  PixView: pixViewSchema,
  PaymentView: paymentViewSchema,
  QrSquares: qrSquaresSchema,
  Clock: sandboxClockSchema,
  WebhookSecret: webhookSecretSchema,
  WebhookDeliveries: webhookDeliveriesSchema,
  WebhookDelivery: webhookDeliverySchema,
  WebhookAttempt: webhookAttemptSchema,
  PayinEvent: payinEventSchema,
  PayoutEvent: payoutEventSchema,
  SdkIntegrity: sdkIntegritySchema,
  SdkInventory: sdkInventorySchema,
  Health: healthSchema,
  ServiceStatus: serviceStatusSchema,
  Error: errorBodySchema,
  Refusal: errorBodySchema.shape.error,
  ErrorCode: apiErrorCodeSchema,
  ErrorDetail: errorDetailSchema,
};
