import * as z from 'zod/mini';
import type { OutgoingAnswer } from '../outgoing/answer.ts';
import { readAnswered } from '../outgoing/answer.ts';
import type { PartyOptions } from '../outgoing/client.ts';
import { callsOf, createOutgoingClient } from '../outgoing/client.ts';
import type { MpiSettings } from './mpi-settings.ts';

/** Opening takes the first two calls, within the time in which whoever waits is answered. */
const DEADLINE_MS = { mpi_token: 3_500, mpi_init: 3_500, enroll: 7_500, validate: 7_500 } as const;

const tokenSchema = z.object({ access_token: z.string().check(z.minLength(1)) });
const initSchema = z.object({ ReferenceId: z.string(), Token: z.string() });
const text = z.nullish(z.string());
const code = z.nullish(z.union([z.string(), z.number()]));

/** `Status`: 0 not authenticated, 1 authenticated, 2 the bank asks. */
export const mpiAnswerSchema = z.object({
  Status: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  Authentication: z.nullish(
    z.object({
      Cavv: text,
      Xid: text,
      Eci: text,
      Version: text,
      DirectoryServerTransactionId: text,
    }),
  ),
  Challenge: z.nullish(
    z.object({ AcsUrl: z.string(), Pareq: z.string(), TransactionId: z.string() }),
  ),
  Reason: z.nullish(z.object({ Code: code })),
});

export type MpiAnswer = z.infer<typeof mpiAnswerSchema>;

/** One access token is of one authentication, through all its calls; no browser gets it. */
export function createMpiApi(options: PartyOptions & { origin: string; settings: MpiSettings }) {
  const { settings } = options;
  // It rests by itself: what is wrong there keeps no charge from being made.
  const client = createOutgoingClient(options);
  const pair = Buffer.from(`${settings.clientId}:${settings.clientSecret}`).toString('base64');
  const merchant = {
    EstablishmentCode: settings.establishmentCode,
    MerchantName: settings.merchantName,
    MCC: settings.mcc,
  };
  const own = { authorization: `Basic ${pair}` };
  const ofToken = (token: string) => ({ authorization: `Bearer ${token}` });
  // Nothing is bought or booked by any of these.
  const isRead = true;

  function post(
    [verb, path]: ['enroll' | 'validate', string],
    { token, body }: { token: string; body: unknown },
    signal: AbortSignal,
  ): Promise<OutgoingAnswer> {
    const send = callsOf(client, DEADLINE_MS, ofToken(token));
    return send(verb, ['POST', path], { signal, body, isRead });
  }

  const askToken = (signal: AbortSignal) =>
    callsOf(client, DEADLINE_MS, own)('mpi_token', ['POST', '/v3/auth/token'], {
      ...{ signal, body: merchant, isRead },
    });

  return {
    askToken,

    async openToken(signal: AbortSignal): Promise<string> {
      const otherwise = 'the MPI gives no token';
      return readAnswered(await askToken(signal), tokenSchema, otherwise).access_token;
    },

    async init(
      { token, body }: { token: string; body: unknown },
      signal: AbortSignal,
    ): Promise<z.infer<typeof initSchema>> {
      const send = callsOf(client, DEADLINE_MS, ofToken(token));
      const answer = await send('mpi_init', ['POST', '/v3/3ds/init'], { signal, body, isRead });
      return readAnswered(answer, initSchema, 'the MPI opens no session');
    },

    enroll: (call: { token: string; body: unknown }, signal: AbortSignal) =>
      post(['enroll', '/v3/3ds/enroll'], call, signal),
    validate: (call: { token: string; body: unknown }, signal: AbortSignal) =>
      post(['validate', '/v3/3ds/validate'], call, signal),
  };
}

export type MpiApi = ReturnType<typeof createMpiApi>;
