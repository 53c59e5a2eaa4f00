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
    z.object({
      // Its script leads the buyer there.
      AcsUrl: z.url({ protocol: /^https$/ }),
      Pareq: z.string(),
      TransactionId: z.string(),
    }),
  ),
  Reason: z.nullish(z.object({ Code: code })),
});

export type MpiAnswer = z.infer<typeof mpiAnswerSchema>;

type Call = { token: string; body: unknown };

/** One access token is of one authentication, through all its calls; no browser gets it. */
export function createMpiApi(options: PartyOptions & { origin: string; settings: MpiSettings }) {
  const { clientId, clientSecret, establishmentCode, merchantName, mcc } = options.settings;
  // It rests by itself: what is wrong there keeps no charge from being made.
  const client = createOutgoingClient(options);
  const pair = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');

  function post(
    [verb, path]: [keyof typeof DEADLINE_MS, string],
    { authorization, body }: { authorization: string; body: unknown },
    signal: AbortSignal,
  ): Promise<OutgoingAnswer> {
    // Nothing is bought or booked by any of these.
    const isRead = true;
    const send = callsOf(client, DEADLINE_MS, { authorization });
    return send(verb, ['POST', path], { signal, body, isRead });
  }

  function askToken(signal: AbortSignal): Promise<OutgoingAnswer> {
    const body = { EstablishmentCode: establishmentCode, MerchantName: merchantName, MCC: mcc };
    return post(['mpi_token', '/v3/auth/token'], { authorization: `Basic ${pair}`, body }, signal);
  }

  function ask(verb: 'init' | 'enroll' | 'validate', { token, body }: Call, signal: AbortSignal) {
    const call = { authorization: `Bearer ${token}`, body };
    return post([verb === 'init' ? 'mpi_init' : verb, `/v3/3ds/${verb}`], call, signal);
  }

  return {
    askToken,
    enroll: (call: Call, signal: AbortSignal) => ask('enroll', call, signal),
    validate: (call: Call, signal: AbortSignal) => ask('validate', call, signal),

    /** `browserToken`: the one that a browser may have. */
    async open(body: unknown, signal: AbortSignal) {
      const otherwise = 'the MPI opens no session';
      const { access_token: token } = readAnswered(await askToken(signal), tokenSchema, otherwise);
      const told = await ask('init', { token, body }, signal);
      const { ReferenceId: referenceId, Token } = readAnswered(told, initSchema, otherwise);
      return { token, referenceId, browserToken: Token };
    },
  };
}

export type MpiApi = ReturnType<typeof createMpiApi>;
