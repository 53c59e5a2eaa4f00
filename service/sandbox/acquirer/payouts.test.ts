import { describe } from 'vitest';
import { payoutAcquirerCases } from '../../providers/payout-acquirer.cases.ts';
import { createMemoryState } from '../../testing/test-bank.ts';
import { createSandboxPayouts } from './payouts.ts';

const MAILBOXES = { completed: 'ana', refused: 'refuse', rejected: 'rejected' };

describe('in the sandbox', () => {
  payoutAcquirerCases(async () => {
    let ids = 0;
    const acquirer = createSandboxPayouts({
      state: createMemoryState(),
      randomId: () => {
        ids += 1;
        return `id-${ids}`;
      },
    });
    return {
      acquirer,
      transferTo: (end) => ({
        companyId: 'acme',
        amount: 500,
        pixKey: `${MAILBOXES[end]}@sandbox.test`,
        pixKeyType: 'EMAIL',
        beneficiaryDocument: null,
      }),
      // Published keys decide.
      finish: () => undefined,
    };
  });
});
