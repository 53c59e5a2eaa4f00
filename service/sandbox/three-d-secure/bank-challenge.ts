import * as z from 'zod/mini';
import { decisionSchema } from './results-message.ts';

/** Wrong codes until the bank gives up. */
export const MAX_WRONG_CODES = 3;

/** The code that is always sent. */
export const SANDBOX_CODE = '1234';

/** One challenge as the bank keeps it. */
export const bankChallengeSchema = z.object({
  acsTransID: z.string(),
  threeDSServerTransID: z.string(),
  dsTransID: z.string(),
  notificationURL: z.string(),
  merchantName: z.string(),
  purchaseAmount: z.string(),
  lastFour: z.string(),
  eciFamily: z.enum(['mastercard', 'other']),
  endsWell: z.boolean(),
  wrongCodes: z.number(),
  /** Counts the pages shown: an answer to an older page, sent again by a browser, is no answer. */
  turn: z.number(),
  decision: z.nullable(decisionSchema),
  /** Whether the 3DS Server has acknowledged the decision. */
  isReported: z.boolean(),
});
export type BankChallenge = z.infer<typeof bankChallengeSchema>;

/** What the buyer pressed on the bank's page. */
export type ChallengeAnswer = {
  action: 'confirm' | 'resend' | 'cancel';
  code: string;
  turn: number;
};

/** What follows from an answer, before it is kept. */
export type Step =
  | { kind: 'stay'; notice: ChallengeNotice }
  | { kind: 'show'; notice: ChallengeNotice; next: BankChallenge }
  | { kind: 'decide'; transStatus: 'Y' }
  | { kind: 'decide'; transStatus: 'N'; reason: string; challengeCancel?: '01' };

/** What the page says besides the question. */
export type ChallengeNotice = 'none' | 'empty_code' | 'wrong_code' | 'code_sent';

/** Weighs an answer to an open challenge. */
export function weighAnswer(challenge: BankChallenge, answer: ChallengeAnswer): Step {
  // Cancelling twice, or from an older page, is still cancelling.
  if (answer.action === 'cancel') {
    return { kind: 'decide', transStatus: 'N', reason: '01', challengeCancel: '01' };
  }
  if (answer.turn !== challenge.turn) return { kind: 'stay', notice: noticeAgain(challenge) };
  const turned = { ...challenge, turn: challenge.turn + 1 };
  if (answer.action === 'resend') return { kind: 'show', notice: 'code_sent', next: turned };
  const code = answer.code.replace(/\s/g, '');
  if (code === '') return { kind: 'stay', notice: 'empty_code' };
  if (!challenge.endsWell) return { kind: 'decide', transStatus: 'N', reason: '01' };
  if (code === SANDBOX_CODE) return { kind: 'decide', transStatus: 'Y' };
  const wrongCodes = challenge.wrongCodes + 1;
  if (wrongCodes >= MAX_WRONG_CODES) return { kind: 'decide', transStatus: 'N', reason: '19' };
  return { kind: 'show', notice: 'wrong_code', next: { ...turned, wrongCodes } };
}

/** A button pressed twice: the browser shows the second answer alone, so that one says it as well. */
function noticeAgain({ wrongCodes }: BankChallenge): ChallengeNotice {
  return wrongCodes > 0 ? 'wrong_code' : 'none';
}
