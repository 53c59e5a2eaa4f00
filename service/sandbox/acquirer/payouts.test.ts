import { describe } from 'vitest';
import { payoutAcquirerCases } from '../../providers/payout-acquirer.cases.ts';
import { createSandboxPayouts } from './payouts.ts';

const MAILBOXES = { completed: 'ana', refused: 'refuse', rejected: 'rejected' };

describe('in the sandbox', () => {
  payoutAcquirerCases(async () => {
    const values = new Map<string, string>();
    let ids = 0;
    const acquirer = createSandboxPayouts({
      state: {
        async keep(key, value) {
          if (!values.has(key)) values.set(key, value);
          return values.get(key) ?? value;
        },
        read: async (key) => values.get(key) ?? null,
      },
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
