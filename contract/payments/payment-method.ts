import * as z from 'zod/mini';

/** How a payin is paid. Source: spec, "Payin create request". */
export const PAYMENT_METHODS = ['PIX', 'BOLETO', 'CREDIT_CARD', 'OPEN_FINANCE'] as const;
/** @internal */
export const paymentMethodSchema = z.enum(PAYMENT_METHODS);
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];
