import { antifraudResultSchema } from '../../../contract/card/antifraud.ts';
import { cardTokenSchema } from '../../../contract/card/card-token.ts';
import { cvvRecollectionSchema } from '../../../contract/card/cvv.ts';
import * as installmentPlan from '../../../contract/card/installment-plan.ts';
import * as savedCard from '../../../contract/card/saved-card.ts';
import { pendingThreeDSSchema, threeDSStateSchema } from '../../../contract/card/three-d-secure.ts';
import { checkoutConfigSchema } from '../../../contract/checkout-config.ts';
import * as apiError from '../../../contract/errors/api-error.ts';
import * as declineReason from '../../../contract/errors/decline-reason.ts';
import { healthSchema } from '../../../contract/health.ts';
import * as account from '../../../contract/payments/account.ts';
import { balanceSchema } from '../../../contract/payments/balance.ts';
import { bankListSchema, bankSchema } from '../../../contract/payments/bank.ts';
import { addressSchema } from '../../../contract/payments/customer.ts';
import * as payin from '../../../contract/payments/payin.ts';
import { payinListSchema } from '../../../contract/payments/payin-list.ts';
import { payinReturnSchema } from '../../../contract/payments/payin-return.ts';
import { paymentMethodSchema } from '../../../contract/payments/payment-method.ts';
import * as paymentPage from '../../../contract/payments/payment-page.ts';
import * as payout from '../../../contract/payments/payout.ts';
import { pixKeyTypeSchema } from '../../../contract/payments/pix-key.ts';
import * as pixView from '../../../contract/payments/pix-view.ts';
import * as refund from '../../../contract/payments/refund.ts';
import * as statement from '../../../contract/payments/statement.ts';
import * as webhook from '../../../contract/payments/webhook.ts';
import { sandboxClockSchema } from '../../../contract/sandbox-clock.ts';
import { sdkIntegritySchema, sdkInventorySchema } from '../../../contract/sdk-integrity.ts';
import { serviceStatusSchema } from '../../../contract/service-status.ts';

export const RESPONSE_SCHEMAS = {
  CompanyAccount: account.companyAccountSchema,
  PublicAccount: account.publicAccountSchema,
  Capabilities: account.capabilitiesSchema,
  PaymentTerms: account.paymentTermsSchema,
  PayinAnswer: payin.payinAnswerSchema,
  PayinCreated: payin.payinCreatedSchema,
  PixPayinCreated: payin.payinPixCreatedSchema,
  BoletoPayinCreated: payin.payinBoletoCreatedSchema,
  OpenFinancePayinCreated: payin.payinOpenFinanceCreatedSchema,
  ChargeAuthentication: payin.chargeAuthenticationSchema,
  PixToPay: payin.payinPixCreatedSchema.shape.pix,
  BoletoToPay: payin.payinBoletoCreatedSchema.shape.boleto,
  PendingThreeDSPayin: payin.payinPendingThreeDSSchema,
  DeclineReason: declineReason.declineReasonSchema,
  DeclineRetry: declineReason.declineRetrySchema,
  Payin: payin.payinRecordSchema,
  PayinList: payinListSchema,
  PayinStatus: payin.payinStatusSchema,
  PaymentMethod: paymentMethodSchema,
  Payer: payin.payerSchema,
  Address: addressSchema,
  PayinItem: payin.payinItemSchema,
  PayinRefund: refund.payinRefundSchema,
  PayinReturn: payinReturnSchema,
  Refund: refund.refundSchema,
  RefundStatus: refund.refundStatusSchema,
  BankList: bankListSchema,
  Bank: bankSchema,
  InstallmentPlan: installmentPlan.installmentPlanSchema,
  InstallmentTable: installmentPlan.installmentTableSchema,
  Balance: balanceSchema,
  BalanceStatement: statement.balanceStatementSchema,
  StatementEntry: statement.statementEntrySchema,
  PaymentPage: paymentPage.paymentPageSchema,
  PaymentPageStatus: paymentPage.paymentPageStatusSchema,
  Payout: payout.payoutRecordSchema,
  PayoutCreated: payout.payoutCreatedSchema,
  PayoutList: payout.payoutListSchema,
  PayoutStatus: payout.payoutStatusSchema,
  PixKeyType: pixKeyTypeSchema,
  CheckoutConfig: checkoutConfigSchema,
  AntifraudSession: antifraudResultSchema,
  CardToken: cardTokenSchema,
  CvvRecollection: cvvRecollectionSchema,
  CustomerSession: savedCard.customerSessionSchema,
  SavedCardList: savedCard.savedCardListSchema,
  SavedCard: savedCard.savedCardSchema,
  PendingThreeDS: pendingThreeDSSchema,
  ThreeDSState: threeDSStateSchema,
  PixView: pixView.pixViewSchema,
  PaymentView: pixView.paymentViewSchema,
  QrSquares: pixView.qrSquaresSchema,
  Clock: sandboxClockSchema,
  WebhookSecret: webhook.webhookSecretSchema,
  WebhookDeliveries: webhook.webhookDeliveriesSchema,
  WebhookDelivery: webhook.webhookDeliverySchema,
  WebhookAttempt: webhook.webhookAttemptSchema,
  PayinEvent: webhook.payinEventSchema,
  PayoutEvent: webhook.payoutEventSchema,
  SdkIntegrity: sdkIntegritySchema,
  SdkInventory: sdkInventorySchema,
  Health: healthSchema,
  ServiceStatus: serviceStatusSchema,
  Error: apiError.errorBodySchema,
  Refusal: apiError.errorBodySchema.shape.error,
  ErrorCode: apiError.apiErrorCodeSchema,
  ErrorDetail: apiError.errorDetailSchema,
};
