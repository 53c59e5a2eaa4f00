import * as z from 'zod/mini';
import {
  eciGoesWithProof,
  proofGoesWithStatus,
  reasonGoesWithStatus,
} from './authentication-message.ts';
import {
  authenticationValueField,
  digitsField,
  eciField,
  messageVersionField,
  transIdField,
  transStatusReasonField,
} from './message-fields.ts';

/** What a bank decides at the end of a challenge. */
export const decisionSchema = z.object({
  transStatus: z.enum(['Y', 'A', 'N', 'U', 'R']),
  transStatusReason: z.optional(transStatusReasonField),
  authenticationValue: z.optional(authenticationValueField),
  eci: z.optional(eciField),
  challengeCancel: z.optional(z.enum(['01', '04', '05', '06', '07'])),
});
export type Decision = z.infer<typeof decisionSchema>;

/**
 * The end of a challenge, from server to server: the truth of it. `challengeCancel`: 01 by the
 * cardholder, 04 and 05 timed out at the ACS, 06 error, 07 unknown.
 */
export const rreqSchema = z
  .object({
    messageType: z.literal('RReq'),
    messageVersion: messageVersionField,
    messageCategory: z.literal('01'),
    threeDSServerTransID: transIdField,
    dsTransID: transIdField,
    acsTransID: transIdField,
    ...decisionSchema.shape,
    authenticationType: z.optional(z.enum(['01', '02', '03'])),
    interactionCounter: digitsField(2, 2),
  })
  .check(
    z.refine(proofGoesWithStatus, { path: ['authenticationValue'] }),
    z.refine(eciGoesWithProof, { path: ['eci'] }),
    z.refine(reasonGoesWithStatus, { path: ['transStatusReason'] }),
  );
export type RReq = z.infer<typeof rreqSchema>;

/** Acknowledges an RReq: `resultsStatus` 01, received for further processing. */
export const rresSchema = z.object({
  messageType: z.literal('RRes'),
  messageVersion: messageVersionField,
  threeDSServerTransID: transIdField,
  dsTransID: transIdField,
  acsTransID: transIdField,
  resultsStatus: z.enum(['01', '02', '03']),
});
export type RRes = z.infer<typeof rresSchema>;
