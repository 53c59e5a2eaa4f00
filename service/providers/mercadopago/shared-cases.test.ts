import { describe } from 'vitest';
import type { Fault } from '../../../simulators/server/faults.ts';
import { arrangeMercadoPago, MERCADO_CARD } from '../../testing/test-mercado-pago.ts';
import type { PlayedCharge } from '../acquirer.cases.ts';
import { acquirerCases } from '../acquirer.cases.ts';
import type { PlayedIssue } from '../payment-issuer.cases.ts';
import { paymentIssuerCases } from '../payment-issuer.cases.ts';

const PAYMENTS = { method: 'POST', path: '/v1/payments' };

/** By the name on the card, as at Mercado Pago itself. */
const HOLDERS: Partial<Record<PlayedCharge, string>> = {
  do_not_honour: 'CALL',
  insufficient_funds: 'FUND',
  invalid_cvv: 'SECU',
};

async function arrange() {
  const all = await arrangeMercadoPago();
  const { party, clock, lines, key } = all;
  let taken: Promise<unknown> = Promise.resolve();
  const other = { id: 5, status: 'approved', transaction_amount: 36, external_reference: key };
  const faults: Partial<Record<PlayedCharge | PlayedIssue, Fault>> = {
    turned_away: { kind: 'answer', answer: { status: 429 } },
    other_amount: { kind: 'answer', answer: { status: 201, body: JSON.stringify(other) } },
  };
  const payments = () => [...party.payments.values()];
  return {
    ...all,
    fail: (what: PlayedCharge | PlayedIssue, fault = faults[what]) => {
      if (fault !== undefined) taken = party.faults.next(PAYMENTS, fault).taken;
    },
    under: {
      taken: () => taken,
      pass: () => clock.advance(60_000),
      taking: () => {
        const paid = payments().filter(({ approvedAt }) => approvedAt !== null);
        const given = paid.flatMap(({ refunds }) => refunds);
        const left = given.reduce((sum, { centavos }) => sum - centavos, 0);
        return paid.reduce((sum, { centavos }) => sum + centavos, left);
      },
      takeViolations: party.takeViolations,
      logged: () => JSON.stringify(lines),
      secrets: Object.values(party.credentials),
    },
  };
}

describe('a card at Mercado Pago', () => {
  acquirerCases(async () => {
    const { cards, charge, party, fail, under } = await arrange();
    return {
      ...under,
      acquirer: cards,
      request: charge,
      play: (what) => {
        if (what === 'suspected_fraud') {
          party.decideNext({ status: 'rejected', detail: 'cc_rejected_high_risk' });
        }
        if (what === 'answer_lost') fail(what, { kind: 'answer_late', afterMs: 3_600_000 });
        else fail(what);
        const holderName = HOLDERS[what] ?? 'APRO';
        return { ...charge, card: { kind: 'card', card: { ...MERCADO_CARD, holderName } } };
      },
      bookings: () => party.payments.size,
    };
  });
});

describe('at Mercado Pago', () => {
  paymentIssuerCases(async () => {
    const { payments, order, party, paymentId, fail, under } = await arrange();
    return {
      ...under,
      issuer: payments,
      order,
      play: (what) => {
        if (what === 'answer_lost') fail(what, { kind: 'commit_and_cut' });
        else if (what === 'silent') fail(what, { kind: 'answer_late', afterMs: 3_600_000 });
        else fail(what);
      },
      pay: () => party.change(paymentId(), { status: 'approved', detail: 'accredited' }),
      issues: () => party.payments.size,
    };
  });
});
