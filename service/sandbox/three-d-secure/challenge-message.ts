import * as z from 'zod/mini';
import { challengeWindowSizeField, messageVersionField, transIdField } from './message-fields.ts';

/** Opens a challenge, by the buyer's browser, in base64url without padding. */
export const creqSchema = z.object({
  messageType: z.literal('CReq'),
  messageVersion: messageVersionField,
  threeDSServerTransID: transIdField,
  acsTransID: transIdField,
  challengeWindowSize: challengeWindowSizeField,
});
export type CReq = z.infer<typeof creqSchema>;

/** Says in the browser that a challenge is over; a hint, since a browser carries it. */
export const cresSchema = z.object({
  messageType: z.literal('CRes'),
  messageVersion: messageVersionField,
  threeDSServerTransID: transIdField,
  acsTransID: transIdField,
  transStatus: z.enum(['Y', 'N']),
});
export type CRes = z.infer<typeof cresSchema>;

/** What a browser carries through a challenge and back: base64url, at most 1024 characters. */
export const sessionDataSchema = z.string().check(z.regex(/^[A-Za-z0-9_-]{0,1024}$/));
