import * as z from 'zod/mini';

export const MESSAGE_VERSION = '2.2.0';

/** Ids of a transaction at each role: a UUID in 36 characters. */
export const transIdField = z
  .string()
  .check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/));

/** Ties what a frame says to the run of the script that opened it. */
export const nonceField = z.string().check(z.regex(/^[A-Za-z0-9_-]{16,64}$/));

export const windowSizeField = z.enum(['01', '02', '03', '04', '05']);

const challengeIds = {
  messageVersion: z.literal(MESSAGE_VERSION),
  threeDSServerTransID: transIdField,
  acsTransID: transIdField,
};

/** Opens a challenge, by the buyer's browser. */
export const creqSchema = z.object({
  messageType: z.literal('CReq'),
  ...challengeIds,
  challengeWindowSize: windowSizeField,
});

/** Says in the browser that a challenge is over; a hint, since a browser carries it. */
export const cresSchema = z.object({
  messageType: z.literal('CRes'),
  ...challengeIds,
  transStatus: z.enum(['Y', 'N']),
});

/** A browser carries it through a challenge and back: base64url, at most 1024 characters. */
export const sessionDataSchema = z.string().check(z.regex(/^[A-Za-z0-9_-]{0,1024}$/));

/** A message as browsers carry it: base64url without padding. */
export function encodeMessage(message: object): string {
  return Buffer.from(JSON.stringify(message), 'utf8').toString('base64url');
}

export function decodeMessage<Schema extends z.ZodMiniType>(
  schema: Schema,
  encoded: string | null,
): z.infer<Schema> | null {
  if (encoded === null || !/^[A-Za-z0-9_-]+$/.test(encoded)) return null;
  const bytes = Buffer.from(encoded, 'base64url');
  // Refuses lengths and trailing bits that no encoder makes.
  if (bytes.toString('base64url') !== encoded) return null;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
