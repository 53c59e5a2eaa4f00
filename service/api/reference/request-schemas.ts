import * as z from 'zod/mini';
import * as antifraud from '../../../contract/card/antifraud.ts';
import { cardSchema } from '../../../contract/card/card.ts';
import * as cardToken from '../../../contract/card/card-token.ts';
import { cvvRecollectionRequestSchema } from '../../../contract/card/cvv.ts';
import { shownPlanSchema } from '../../../contract/card/installment-plan.ts';
import { customerSessionRequestSchema } from '../../../contract/card/saved-card.ts';
import * as threeDSecure from '../../../contract/card/three-d-secure.ts';
import { threeDSPayerSchema } from '../../../contract/card/three-d-secure-payer.ts';
import { addressSchema, customerSchema } from '../../../contract/payments/customer.ts';
import * as payin from '../../../contract/payments/payin.ts';
import { paymentPageRequestSchema } from '../../../contract/payments/payment-page.ts';
import { payoutRequestSchema } from '../../../contract/payments/payout.ts';
import { pixKeyTypeSchema } from '../../../contract/payments/pix-key.ts';
import { pixViewRequestSchema } from '../../../contract/payments/pix-view.ts';
import { refundRequestSchema } from '../../../contract/payments/refund.ts';
import { payinRefundRequestSchema } from '../../../contract/payments/sandbox-payin.ts';
import { splitRuleSchema } from '../../../contract/payments/split.ts';
import { rotateSecretRequestSchema } from '../../../contract/payments/webhook.ts';
import { sandboxClockRequestSchema } from '../../../contract/sandbox-clock.ts';

const [cardByToken, cardInClear] = payin.provenPayinCardSchema.def.options;

/** What each method asks for, as the service does: the card and the bank only where they count. */
const END = { dueDate: true, expiresInSeconds: true } as const;
const BANK = { bankId: true, returnUrl: true } as const;
const byMethod = z.omit(payin.payinRequestSchema, { card: true, ...BANK, ...END });
const openFinance = z.omit(payin.openFinancePayinRequestSchema, { card: true, ...END });
const { dueDate, expiresInSeconds } = payin.payinRequestSchema.shape;

export const REQUEST_SCHEMAS = {
  PixPayinRequest: z.extend(byMethod, { paymentMethod: z.literal('PIX'), expiresInSeconds }),
  BoletoPayinRequest: z.extend(byMethod, { paymentMethod: z.literal('BOLETO'), dueDate }),
  CardPayinRequest: z.extend(byMethod, {
    paymentMethod: z.literal('CREDIT_CARD'),
    card: payin.provenPayinCardSchema,
  }),
  OpenFinancePayinRequest: z.extend(openFinance, {
    bankId: z.string().check(z.minLength(1), z.maxLength(100)),
  }),
  PayinCard: payin.provenPayinCardSchema,
  CardByToken: cardByToken,
  CardInClear: cardInClear,
  ShownPlan: shownPlanSchema,
  ThreeDSecure: payin.ownThreeDSecureSchema,
  Customer: customerSchema,
  Payer: payin.payerSchema,
  Address: addressSchema,
  PayinItem: payin.payinItemSchema,
  SplitRule: splitRuleSchema,
  PayinRefundRequest: refundRequestSchema,
  PaymentPageRequest: paymentPageRequestSchema,
  PayoutRequest: payoutRequestSchema,
  PixKeyType: pixKeyTypeSchema,
  AntifraudSessionRequest: antifraud.antifraudSessionRequestSchema,
  DeviceSignals: antifraud.deviceSignalsSchema,
  // What our frame alone may say is no part of the interface.
  CardTokenRequest: z.omit(cardToken.cardTokenRequestSchema, { consent: true }),
  CustomerSessionRequest: customerSessionRequestSchema,
  CardTokenRevocation: cardToken.cardTokenRevocationSchema,
  CvvRecollectionRequest: cvvRecollectionRequestSchema,
  Card: cardSchema,
  ThreeDSSessionRequest: threeDSecure.threeDSSessionRequestSchema,
  ThreeDSCompletion: threeDSecure.threeDSCompletionSchema,
  ThreeDSPayer: threeDSPayerSchema,
  ThreeDSPayerAddress: threeDSPayerSchema.shape.address,
  PixViewRequest: pixViewRequestSchema,
  ClockMove: sandboxClockRequestSchema,
  RefundRequest: payinRefundRequestSchema,
  SecretRotation: rotateSecretRequestSchema,
};

/** The body of `POST /payin`: which of the four it is, its `paymentMethod` says. */
export const PAYIN_REQUESTS = {
  PIX: 'PixPayinRequest',
  BOLETO: 'BoletoPayinRequest',
  CREDIT_CARD: 'CardPayinRequest',
  OPEN_FINANCE: 'OpenFinancePayinRequest',
} as const;
