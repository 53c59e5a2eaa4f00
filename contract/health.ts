import * as z from 'zod/mini';

/**
 * `GET /health`: 200 with status `ok` once a payment can be taken, else 503 with `unavailable`.
 * `durability`: what an acknowledged payment survives, a power loss or only the death of the
 * process. `unreadableRecords`: how many sealed records this process has met since its start, then
 * or later, that cannot be opened, and passed over; 10,000 at most. `providersToCheck`: how many of the credentials at outside parties want an operator;
 * `provider list` names them, since anybody may ask for this.
 */
export const healthSchema = z.object({
  status: z.enum(['ok', 'unavailable']),
  mode: z.enum(['sandbox', 'production']),
  engine: z.enum(['embedded', 'postgres']),
  durability: z.enum(['power-loss', 'process-crash']),
  unreadableRecords: z.int(),
  providersToCheck: z.int(),
});

export type Health = z.infer<typeof healthSchema>;
