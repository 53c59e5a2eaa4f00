import * as z from 'zod/mini';

/**
 * `GET /health`: 200 with status `ok` once a payment can be taken, else 503 with `unavailable`.
 * `durability`: what an acknowledged payment survives, a power loss or only the death of the
 * process. `unreadableRecords`: how many sealed records this process has met since its start, then
 * or later, that cannot be opened, and passed over; 10,000 at most. `providersToCheck`: how many of
 * the credentials at outside parties want an operator;
 * `provider list` names them, since anybody may ask for this. `companiesServed`: which share of the
 * companies, from 0 to 1, lies on machines of the database that are up; less than 1 where tables
 * are spread over several and one is away. Decision: the status stays `ok` as long as there is one,
 * since taking the process away would end the payments of the others too.
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
