import * as z from 'zod/mini';
import { PAYMENT_METHODS } from './payments/payment-method.ts';

export const STATUS_METHODS = [...PAYMENT_METHODS, 'PAYOUT'] as const;

/**
 * `GET /status`: how payments go, for everybody. `since`: ISO 8601, when that became so.
 * `working`: the last party that was asked has answered. `failing`: those that were asked last have
 * not. `unseen`: nobody was asked since the process started.
 */
export const serviceStatusSchema = z.object({
  status: z.enum(['ok', 'unavailable']),
  since: z.string(),
  methods: z.array(
    z.object({
      method: z.enum(STATUS_METHODS),
      status: z.enum(['working', 'failing', 'unseen']),
      since: z.string(),
    }),
  ),
});

export type ServiceStatus = z.infer<typeof serviceStatusSchema>;
export type MethodStatus = ServiceStatus['methods'][number];
