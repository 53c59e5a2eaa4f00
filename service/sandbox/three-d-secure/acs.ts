import { outcomeOf } from '../test-cards/outcomes.ts';
import { answerFor } from './acs-answer.ts';
import { areqSchema } from './authentication-message.ts';
import type { BankChallenge, ChallengeAnswer, ChallengeNotice } from './bank-challenge.ts';
import { bankChallengeSchema, weighAnswer } from './bank-challenge.ts';
import type { CRes } from './challenge-message.ts';
import { creqSchema } from './challenge-message.ts';
import { erroText } from './erro.ts';
import { MESSAGE_VERSION } from './message-fields.ts';
import { readMessage } from './message-text.ts';
import type { RandomBytes } from './proof.ts';
import { createProof, createTransId, eciFamilyOf } from './proof.ts';
import { createRecords } from './record.ts';
import type { Decision, RReq } from './results-message.ts';
import { rresSchema } from './results-message.ts';
import type { SandboxThreeDSState } from './state.ts';

/** What the bank shows next: its page, the end to be carried back, or what was wrong. */
export type ChallengeView =
  | { kind: 'page'; challenge: BankChallenge; notice: ChallengeNotice }
  | { kind: 'end'; notificationURL: string; cres: CRes }
  | { kind: 'erro'; erro: string };

export type Acs = {
  /** Answers an AReq by an ARes, or an Erro. Both as JSON text. */
  authenticate(areqText: string): Promise<string>;
  /** Opens a challenge, or goes on with it where the browser sends its CReq again. */
  open(creqText: string): Promise<ChallengeView>;
  answer(acsTransID: string, answer: ChallengeAnswer): Promise<ChallengeView>;
  /** The cardholder left: ends the challenge unless it has ended. */
  cancel(acsTransID: string): Promise<void>;
  /** Sends the results request again where it was never acknowledged. */
  report(acsTransID: string): Promise<void>;
};

/** The bank's access control server: decides, asks the cardholder, reports. */
export function createAcs(options: {
  state: SandboxThreeDSState;
  randomBytes: RandomBytes;
  acsUrl: () => string;
  /** Whether the time of a transaction is over; the sandbox's clock belongs to the account. */
  isOver: (threeDSServerTransID: string) => Promise<boolean>;
  results: (rreqText: string) => Promise<string>;
}): Acs {
  const { state, randomBytes, acsUrl, isOver, results } = options;
  const challenges = createRecords(state, 'bank', bankChallengeSchema);

  async function report(acsTransID: string): Promise<BankChallenge | null> {
    const challenge = await challenges.find(acsTransID);
    if (challenge === null || challenge.decision === null || challenge.isReported) {
      return challenge;
    }
    const rres = readMessage(rresSchema, await results(toRReqText(challenge, challenge.decision)));
    if (!rres.isValid) return challenge;
    const changed = await challenges.change(acsTransID, (value) => ({
      ...value,
      isReported: true,
    }));
    return changed?.value ?? null;
  }

  /** The first decision stays, whoever comes second. */
  async function decide(acsTransID: string, decision: Decision): Promise<ChallengeView> {
    await challenges.change(acsTransID, (value) =>
      value.decision === null ? { ...value, decision } : null,
    );
    return show(acsTransID, 'none');
  }

  async function show(acsTransID: string, notice: ChallengeNotice): Promise<ChallengeView> {
    const challenge = await report(acsTransID);
    if (challenge === null) return { kind: 'erro', erro: unknown() };
    if (challenge.decision !== null) return toEnd(challenge, challenge.decision);
    if (await isOver(challenge.threeDSServerTransID)) {
      // 14 goes with 04: timed out at the ACS.
      return decide(acsTransID, {
        transStatus: 'N',
        transStatusReason: '14',
        challengeCancel: '04',
      });
    }
    return { kind: 'page', challenge, notice };
  }

  return {
    async authenticate(areqText) {
      const areq = readMessage(areqSchema, areqText);
      if (!areq.isValid) {
        return erroText(
          'invalidFormat',
          { errorComponent: 'A', errorMessageType: 'AReq' },
          areq.fields.join(','),
        );
      }
      const { acctNumber, threeDSServerTransID } = areq.message;
      // What a Directory Server between the two would call the transaction.
      const dsTransID = createTransId(randomBytes);
      const acsTransID = createTransId(randomBytes);
      const ids = { threeDSServerTransID, dsTransID, acsTransID };
      const answer = answerFor(outcomeOf(acctNumber), {
        ids,
        acsUrl: acsUrl(),
        prove: (transStatus) => createProof(transStatus, eciFamilyOf(acctNumber), randomBytes),
      });
      if (answer.messageType === 'ARes' && answer.transStatus === 'C') {
        await challenges.keep(acsTransID, {
          ...ids,
          notificationURL: areq.message.notificationURL,
          merchantName: areq.message.merchantName,
          purchaseAmount: areq.message.purchaseAmount,
          lastFour: acctNumber.slice(-4),
          eciFamily: eciFamilyOf(acctNumber),
          endsWell: outcomeOf(acctNumber) === 'challenge_authenticated',
          wrongCodes: 0,
          turn: 0,
          decision: null,
          isReported: false,
        });
      }
      return JSON.stringify(answer);
    },

    async open(creqText) {
      const creq = readMessage(creqSchema, creqText);
      if (!creq.isValid) {
        const erro = erroText('invalidFormat', ABOUT_CREQ, creq.fields.join(','));
        return { kind: 'erro', erro };
      }
      const { acsTransID, threeDSServerTransID } = creq.message;
      const challenge = await challenges.find(acsTransID);
      if (challenge === null) return { kind: 'erro', erro: unknown() };
      if (challenge.threeDSServerTransID !== threeDSServerTransID) {
        // Nobody is told: the sender is not known to be a party of this transaction.
        const erro = erroText('invalidTransaction', ABOUT_CREQ, 'threeDSServerTransID');
        return { kind: 'erro', erro };
      }
      return show(acsTransID, 'none');
    },

    async answer(acsTransID, answer) {
      const challenge = await challenges.find(acsTransID);
      if (challenge === null) return { kind: 'erro', erro: unknown() };
      const isEnded = challenge.decision !== null;
      if (isEnded || (await isOver(challenge.threeDSServerTransID)))
        return show(acsTransID, 'none');
      let step = weighAnswer(challenge, answer);
      await challenges.change(acsTransID, (value) => {
        if (value.decision !== null) return null;
        step = weighAnswer(value, answer);
        return step.kind === 'show' ? step.next : null;
      });
      if (step.kind !== 'decide') return show(acsTransID, step.notice);
      return decide(acsTransID, toDecision(step, challenge.eciFamily, randomBytes));
    },

    async cancel(acsTransID) {
      await decide(acsTransID, {
        transStatus: 'N',
        transStatusReason: '01',
        challengeCancel: '01',
      });
    },

    async report(acsTransID) {
      await report(acsTransID);
    },
  };
}

const ABOUT_CREQ = { errorComponent: 'A', errorMessageType: 'CReq' } as const;

function unknown(): string {
  return erroText('unknownTransaction', ABOUT_CREQ, 'acsTransID');
}

function toDecision(
  step: Extract<ReturnType<typeof weighAnswer>, { kind: 'decide' }>,
  eciFamily: BankChallenge['eciFamily'],
  randomBytes: RandomBytes,
): Decision {
  if (step.transStatus === 'Y') {
    return { transStatus: 'Y', ...createProof('Y', eciFamily, randomBytes) };
  }
  return {
    transStatus: 'N',
    transStatusReason: step.reason,
    ...(step.challengeCancel === undefined ? {} : { challengeCancel: step.challengeCancel }),
  };
}

function toEnd(challenge: BankChallenge, decision: Decision): ChallengeView {
  const { notificationURL, threeDSServerTransID, acsTransID } = challenge;
  const cres: CRes = {
    messageType: 'CRes',
    messageVersion: MESSAGE_VERSION,
    threeDSServerTransID,
    acsTransID,
    transStatus: decision.transStatus === 'Y' ? 'Y' : 'N',
  };
  return { kind: 'end', notificationURL, cres };
}

function toRReqText(challenge: BankChallenge, decision: Decision): string {
  const rreq: RReq = {
    messageType: 'RReq',
    messageVersion: MESSAGE_VERSION,
    messageCategory: '01',
    threeDSServerTransID: challenge.threeDSServerTransID,
    dsTransID: challenge.dsTransID,
    acsTransID: challenge.acsTransID,
    authenticationType: '02',
    interactionCounter: String(Math.min(challenge.turn + 1, 99)).padStart(2, '0'),
    ...decision,
  };
  return JSON.stringify(rreq);
}
