import type { CardOutcome } from '../test-cards/outcomes.ts';
import type { ARes } from './authentication-message.ts';
import type { Erro } from './erro.ts';
import { createErro } from './erro.ts';
import { MESSAGE_VERSION } from './message-fields.ts';
import type { createProof } from './proof.ts';

/** What the bank answers for a card with this outcome. */
export function answerFor(
  outcome: CardOutcome,
  options: {
    ids: { threeDSServerTransID: string; dsTransID: string; acsTransID: string };
    acsUrl: string;
    prove: (transStatus: 'Y' | 'A') => ReturnType<typeof createProof>;
  },
): ARes | Erro {
  const { ids, acsUrl, prove } = options;
  const common = {
    messageType: 'ARes',
    messageVersion: MESSAGE_VERSION,
    ...ids,
    acsReferenceNumber: 'SANDBOX-ACS',
    acsOperatorID: 'BANCO-IPE',
  } as const;
  switch (outcome) {
    case 'authenticated':
    case 'silent_method':
      return { ...common, transStatus: 'Y', ...prove('Y') };
    case 'attempted':
      return { ...common, transStatus: 'A', ...prove('A') };
    case 'challenge_authenticated':
    case 'challenge_refused':
      return {
        ...common,
        transStatus: 'C',
        acsURL: acsUrl,
        acsChallengeMandated: 'Y',
        authenticationType: '02',
      };
    case 'not_authenticated':
      return { ...common, transStatus: 'N', transStatusReason: '01' };
    case 'rejected':
      return { ...common, transStatus: 'R', transStatusReason: '11' };
    case 'unavailable':
      return { ...common, transStatus: 'U', transStatusReason: '22' };
    case 'not_supported':
      // The bank wants a challenge, which it cannot hold on this device.
      return { ...common, transStatus: 'U', transStatusReason: '03' };
    case 'system_error':
      return createErro(
        'systemFailure',
        {
          errorComponent: 'A',
          errorMessageType: 'AReq',
          threeDSServerTransID: ids.threeDSServerTransID,
        },
        'the bank cannot answer',
      );
    default:
      return neverOutcome(outcome);
  }
}

function neverOutcome(outcome: never): never {
  throw new Error(`an outcome is not handled: ${String(outcome)}`);
}
