import * as z from 'zod/mini';
import { antifraudSessionRequestSchema, deviceSignalsSchema } from '../../../contract/antifraud.ts';
import { cardSchema } from '../../../contract/card.ts';
import { cardTokenRequestSchema, cardTokenRevocationSchema } from '../../../contract/card-token.ts';
import { addressSchema, customerSchema } from '../../../contract/customer.ts';
import { cvvRecollectionRequestSchema } from '../../../contract/cvv.ts';
import { shownPlanSchema } from '../../../contract/installment-plan.ts';
import {
  openFinancePayinRequestSchema,
  ownThreeDSecureSchema,
  payerSchema,
  payinItemSchema,
  payinRequestSchema,
  provenPayinCardSchema,
} from '../../../contract/payin.ts';
import { payoutRequestSchema } from '../../../contract/payout.ts';
import { pixKeyTypeSchema } from '../../../contract/pix-key.ts';
import { paymentViewRequestSchema, pixViewRequestSchema } from '../../../contract/pix-view.ts';
import { refundRequestSchema } from '../../../contract/refund.ts';
import { sandboxClockRequestSchema } from '../../../contract/sandbox-clock.ts';
import { payinRefundRequestSchema } from '../../../contract/sandbox-payin.ts';
import { splitRuleSchema } from '../../../contract/split.ts';
import {
  threeDSCompletionSchema,
  threeDSSessionRequestSchema,
} from '../../../contract/three-d-secure.ts';

import { rotateSecretRequestSchema } from '../../../contract/webhook.ts';

const [cardByToken, cardInClear] = provenPayinCardSchema.def.options;

/** What each method asks for, as the service does: the card and the bank only where they count. */
const END = { dueDate: true, expiresInSeconds: true } as const;
const byMethod = z.omit(payinRequestSchema, { card: true, bankId: true, ...END });
const openFinance = z.omit(openFinancePayinRequestSchema, { card: true, ...END });
const { dueDate, expiresInSeconds } = payinRequestSchema.shape;

/** Bodies of requests and their parts, by their names in the document. */
export const REQUEST_SCHEMAS = {
  PixPayinRequest: z.extend(byMethod, { paymentMethod: z.literal('PIX'), expiresInSeconds }),
  BoletoPayinRequest: z.extend(byMethod, { paymentMethod: z.literal('BOLETO'), dueDate }),
  CardPayinRequest: z.extend(byMethod, {
    paymentMethod: z.literal('CREDIT_CARD'),
    card: provenPayinCardSchema,
  }),
  OpenFinancePayinRequest: z.extend(openFinance, {
    bankId: z.string().check(z.minLength(1), z.maxLength(100)),
  }),
  PayinCard: provenPayinCardSchema,
  CardByToken: cardByToken,
  CardInClear: cardInClear,
  ShownPlan: shownPlanSchema,
  ThreeDSecure: ownThreeDSecureSchema,
  Customer: customerSchema,
  Payer: payerSchema,
  Address: addressSchema,
  PayinItem: payinItemSchema,
  SplitRule: splitRuleSchema,
  PayinRefundRequest: refundRequestSchema,
  PayoutRequest: payoutRequestSchema,
  PixKeyType: pixKeyTypeSchema,
  AntifraudSessionRequest: antifraudSessionRequestSchema,
  DeviceSignals: deviceSignalsSchema,
  CardTokenRequest: cardTokenRequestSchema,
  CardTokenRevocation: cardTokenRevocationSchema,
  CvvRecollectionRequest: cvvRecollectionRequestSchema,
  Card: cardSchema,
  ThreeDSSessionRequest: threeDSSessionRequestSchema,
  ThreeDSCompletion: threeDSCompletionSchema,
  PixViewRequest: pixViewRequestSchema,
  PaymentViewRequest: paymentViewRequestSchema,
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
