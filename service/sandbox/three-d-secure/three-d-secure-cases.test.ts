import { describe } from 'vitest';
import { threeDSecureCases } from '../../providers/three-d-secure-provider.cases.ts';
import {
  authenticate,
  authenticationRequest,
  openBank,
  openChallenge,
} from '../../testing/test-bank.ts';

const CHALLENGED = '4000000000002503';

describe('3-D Secure of the sandbox', () => {
  threeDSecureCases(async () => {
    const bank = openBank();
    return {
      provider: bank.provider,
      request: authenticationRequest(CHALLENGED),
      // Opening it again is the same one.
      async goThrough(_opened, answer) {
        if (answer === 'nothing') {
          await authenticate(bank, CHALLENGED);
          return null;
        }
        const { press } = await openChallenge(bank, CHALLENGED);
        if (answer === 'confirm') await press('confirm', '1234');
        else for (let wrong = 0; wrong < 3; wrong += 1) await press('confirm', '9999');
        return null;
      },
      isProvedByCharge: null,
      // It is in this process, and asked over no network.
      seen: () => JSON.stringify(bank.logged),
    };
  });
});
