import * as z from 'zod/mini';

/**
 * 200 of `GET /balance`, in centavos: what the account has at this moment. `available`: can be paid
 * out. `waitingFunds`: becomes available when acquirers pay for sales by card, and `waitingDays`
 * how much of it on which day (`YYYY-MM-DD` in São Paulo), the first 400 days; zero and none but
 * for accounts that wait for that. `reserved`: retained of approved payins until it is due.
 * `inFlight`: debited for payouts and refunds that are under way. `debt`: owed to us, since a payin
 * was taken back that had been paid out; what comes in pays it first. `recipients`: parts of split
 * payins, which are not the account's own.
 */
export const balanceSchema = z.object({
  currency: z.literal('BRL'),
  available: z.number(),
  waitingFunds: z.number(),
  waitingDays: z.array(z.object({ date: z.string(), amount: z.number() })),
  reserved: z.number(),
  inFlight: z.number(),
  debt: z.number(),
  recipients: z.array(z.object({ recipientId: z.string(), amount: z.number() })),
});
export type Balance = z.infer<typeof balanceSchema>;
