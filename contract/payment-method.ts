import * as z from 'zod/mini';

/** How a payin is paid. Source: spec, "Payin create request". */
export const PAYMENT_METHODS = ['PIX', 'BOLETO', 'CREDIT_CARD', 'OPEN_FINANCE'] as const;
export const paymentMethodSchema = z.enum(PAYMENT_METHODS);
export type PaymentMethod = z.infer<typeof paymentMethodSchema>;
