import * as z from 'zod/mini';

/**
 * `GET /health`: 200 with `ok` once a payment can be taken, else 503 with `unavailable`.
 * `durability`: what an acknowledged payment survives, a power loss or only the death of the
 * process. `unreadableRecords`: sealed records met since the start that cannot be opened, and were
 * passed over; 10,000 at most. `providersToCheck`: credentials at outside parties that want an
 * operator; `provider list` names them, since anybody may ask for this. `companiesServed`: the
 * share of the companies, from 0 to 1, whose database machines are up. Decision: the status stays
 * `ok` as long as there is one, since taking the process away would end the payments of the others
 * too.
 */
export const healthSchema = z.object({
  status: z.enum(['ok', 'unavailable']),
  mode: z.enum(['sandbox', 'production']),
  engine: z.enum(['embedded', 'postgres']),
  durability: z.enum(['power-loss', 'process-crash']),
  unreadableRecords: z.int(),
  providersToCheck: z.int(),
  companiesServed: z.number().check(z.minimum(0), z.maximum(1)),
});

export type Health = z.infer<typeof healthSchema>;
