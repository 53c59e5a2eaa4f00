import * as z from 'zod/mini';
import { MESSAGE_VERSION, messageVersionField, textField, transIdField } from './message-fields.ts';

/** Error codes of EMV 3-D Secure that are used here. */
export const ERROR_CODES = {
  invalidMessage: '101',
  invalidFormat: '203',
  unknownTransaction: '301',
  invalidTransaction: '305',
  systemFailure: '403',
} as const;

/** `errorComponent`: S 3DS Server, A ACS. */
export const erroSchema = z.object({
  messageType: z.literal('Erro'),
  messageVersion: messageVersionField,
  errorCode: z.string().check(z.regex(/^\d{3}$/)),
  errorComponent: z.enum(['S', 'A']),
  errorDescription: textField(2048),
  errorDetail: textField(2048),
  errorMessageType: z.optional(z.enum(['AReq', 'ARes', 'CReq', 'CRes', 'RReq', 'RRes'])),
  threeDSServerTransID: z.optional(transIdField),
  dsTransID: z.optional(transIdField),
  acsTransID: z.optional(transIdField),
});
export type Erro = z.infer<typeof erroSchema>;

const DESCRIPTIONS: Readonly<Record<keyof typeof ERROR_CODES, string>> = {
  invalidMessage: 'Message received invalid',
  invalidFormat: 'Format of one or more data elements is invalid',
  unknownTransaction: 'Transaction ID not recognised',
  invalidTransaction: 'Transaction data not valid',
  systemFailure: 'Transient system failure',
};

/** Which role speaks, and of which message. */
type About = Pick<Erro, 'errorComponent'> &
  Partial<Pick<Erro, 'errorMessageType' | 'threeDSServerTransID' | 'acsTransID' | 'dsTransID'>>;

/** The Erro of one role. `detail` names fields, never their values. */
export function createErro(cause: keyof typeof ERROR_CODES, about: About, detail: string): Erro {
  return {
    messageType: 'Erro',
    messageVersion: MESSAGE_VERSION,
    errorCode: ERROR_CODES[cause],
    errorDescription: DESCRIPTIONS[cause],
    errorDetail: detail.slice(0, 2048),
    ...about,
  };
}

export function erroText(cause: keyof typeof ERROR_CODES, about: About, detail: string): string {
  return JSON.stringify(createErro(cause, about, detail));
}
