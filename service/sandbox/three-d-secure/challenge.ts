import type { Challenge, Result } from './transaction.ts';

export const MAX_WRONG_CODES = 3;

export const SANDBOX_CODE = '1234';

export type ChallengeAnswer = {
  action: 'confirm' | 'resend' | 'cancel';
  code: string;
  turn: number;
};

export type ChallengeNotice = 'none' | 'empty_code' | 'wrong_code' | 'code_sent';

export type Step =
  | { result: Result }
  | { result: null; notice: ChallengeNotice; challenge: Challenge };

const REFUSED = { kind: 'failed', reason: 'not_authenticated', isChallenged: true } as const;

export function weighAnswer(challenge: Challenge, answer: ChallengeAnswer): Step {
  // Cancelling twice, or from an older page, is still cancelling.
  if (answer.action === 'cancel') return { result: { ...REFUSED, reason: 'cancelled' } };
  const { turn, wrongCodes, proven } = challenge;
  if (answer.turn !== turn) {
    // A button pressed twice: the browser shows the second answer alone, so it says it as well.
    return { result: null, notice: wrongCodes > 0 ? 'wrong_code' : 'none', challenge };
  }
  const turned = { ...challenge, turn: turn + 1 };
  if (answer.action === 'resend') return { result: null, notice: 'code_sent', challenge: turned };
  const code = answer.code.replace(/\s/g, '');
  if (code === '') return { result: null, notice: 'empty_code', challenge };
  if (proven === null) return { result: REFUSED };
  if (code === SANDBOX_CODE) return { result: proven };
  if (wrongCodes + 1 >= MAX_WRONG_CODES) return { result: REFUSED };
  return {
    result: null,
    notice: 'wrong_code',
    challenge: { ...turned, wrongCodes: wrongCodes + 1 },
  };
}
