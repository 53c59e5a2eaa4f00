import * as z from 'zod/mini';
import {
  authenticationValueField,
  compIndField,
  digitsField,
  eciField,
  messageVersionField,
  textField,
  transIdField,
  transStatusReasonField,
  urlField,
} from './message-fields.ts';

/**
 * What the buyer's browser tells of itself. A script cannot know its accept header, address and
 * user agent as the server sees them, so they are not here.
 */
export const scriptedBrowserSchema = z.strictObject({
  browserJavascriptEnabled: z.literal(true),
  browserJavaEnabled: z.boolean(),
  browserLanguage: textField(8),
  browserColorDepth: z.enum(['1', '4', '8', '15', '16', '24', '32', '48']),
  browserScreenHeight: digitsField(1, 6),
  browserScreenWidth: digitsField(1, 6),
  /** Minutes from local time to UTC: "180" in São Paulo. */
  browserTZ: z.string().check(z.regex(/^-?\d{1,4}$/)),
});
export type ScriptedBrowser = z.infer<typeof scriptedBrowserSchema>;

/** What the server takes from the browser's own request. */
const requestedBrowserShape = {
  browserAcceptHeader: textField(2048),
  browserUserAgent: textField(2048),
  browserIP: z.optional(z.union([z.ipv4(), z.ipv6()])),
};
export type RequestedBrowser = {
  browserAcceptHeader: string;
  browserUserAgent: string;
  browserIP?: string;
};

/** Asks the card's bank to authenticate: 3DS Server to ACS. */
export const areqSchema = z.object({
  messageType: z.literal('AReq'),
  messageVersion: messageVersionField,
  messageCategory: z.literal('01'),
  deviceChannel: z.literal('02'),
  threeDSServerTransID: transIdField,
  threeDSServerRefNumber: textField(32),
  threeDSServerURL: urlField(2048),
  threeDSRequestorID: textField(35),
  threeDSRequestorName: textField(40),
  threeDSRequestorURL: urlField(2048),
  threeDSRequestorAuthenticationInd: z.literal('01'),
  threeDSRequestorChallengeInd: z.enum(['01', '02', '03', '04']),
  threeDSRequestorDecReqInd: z.literal('N'),
  threeDSCompInd: compIndField,
  acctNumber: digitsField(13, 19),
  cardExpiryDate: z.string().check(z.regex(/^\d{2}(0[1-9]|1[0-2])$/)),
  cardholderName: z.optional(textField(45)),
  acquirerBIN: digitsField(6, 11),
  acquirerMerchantID: textField(35),
  mcc: digitsField(4, 4),
  merchantCountryCode: z.literal('076'),
  merchantName: textField(40),
  purchaseAmount: digitsField(1, 48),
  purchaseCurrency: z.literal('986'),
  purchaseExponent: z.literal('2'),
  purchaseDate: digitsField(14, 14),
  notificationURL: urlField(256),
  ...scriptedBrowserSchema.shape,
  ...requestedBrowserShape,
});
export type AReq = z.infer<typeof areqSchema>;

const aresFields = z.object({
  messageType: z.literal('ARes'),
  messageVersion: messageVersionField,
  threeDSServerTransID: transIdField,
  dsTransID: transIdField,
  acsTransID: transIdField,
  acsReferenceNumber: textField(32),
  acsOperatorID: textField(32),
  transStatus: z.enum(['Y', 'A', 'N', 'U', 'R', 'C']),
  transStatusReason: z.optional(transStatusReasonField),
  authenticationValue: z.optional(authenticationValueField),
  eci: z.optional(eciField),
  acsURL: z.optional(urlField(2048)),
  acsChallengeMandated: z.optional(z.enum(['Y', 'N'])),
  authenticationType: z.optional(z.enum(['01', '02', '03'])),
});

/**
 * The bank's answer: decided, or C with the address of the challenge. D, S and I are never asked
 * for (`threeDSRequestorDecReqInd` is N), so they are errors of protocol.
 */
export const aresSchema = aresFields.check(
  z.refine(proofGoesWithStatus, { path: ['authenticationValue'] }),
  z.refine(eciGoesWithProof, { path: ['eci'] }),
  z.refine(reasonGoesWithStatus, { path: ['transStatusReason'] }),
  z.refine(
    ({ transStatus, acsURL, acsChallengeMandated, authenticationType }) =>
      transStatus === 'C'
        ? acsURL !== undefined &&
          acsChallengeMandated !== undefined &&
          authenticationType !== undefined
        : acsURL === undefined,
    { path: ['acsURL'] },
  ),
);
export type ARes = z.infer<typeof aresSchema>;

/** Y and A come with a proof; nothing else has one. */
export function proofGoesWithStatus(message: {
  transStatus: string;
  authenticationValue?: string | undefined;
}): boolean {
  const isProven = message.transStatus === 'Y' || message.transStatus === 'A';
  return isProven === (message.authenticationValue !== undefined);
}

/** A proof without its ECI cannot be used. */
export function eciGoesWithProof(message: {
  authenticationValue?: string | undefined;
  eci?: string | undefined;
}): boolean {
  return message.authenticationValue === undefined || message.eci !== undefined;
}

/** N, U and R say why. */
export function reasonGoesWithStatus(message: {
  transStatus: string;
  transStatusReason?: string | undefined;
}): boolean {
  return !'NUR'.includes(message.transStatus) || message.transStatusReason !== undefined;
}
