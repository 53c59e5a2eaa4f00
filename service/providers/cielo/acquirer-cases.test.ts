import { describe } from 'vitest';
import { arrangeCielo } from '../../testing/test-cielo.ts';
import { acquirerCases } from '../acquirer.cases.ts';

const CODES = {
  do_not_honour: '05',
  insufficient_funds: '51',
  invalid_cvv: 'N7',
  suspected_fraud: '59',
} as const;

describe.each(['cielo', 'braspag'] as const)('by %s', (profile) => {
  acquirerCases(
    async () => {
      // What the acquirer's support switches on for a merchant, as our settings ask for.
      const blocksRepeatedOrders = true;
      const arranged = await arrangeCielo({ profile, blocksRepeatedOrders });
      const { party, clock, acquirer, request, paths, sales, lines, key } = arranged;
      const sale = { method: 'POST', path: paths.sale };
      let taken: Promise<unknown> = Promise.resolve();
      return {
        acquirer,
        request,
        play: (what) => {
          switch (what) {
            case 'turned_away':
              party.faults.next(sale, { kind: 'answer', answer: { status: 401 } });
              break;
            case 'answer_lost':
              taken = party.faults.next(sale, { kind: 'answer_late', afterMs: 3_600_000 }).taken;
              break;
            case 'other_amount': {
              const PaymentId = 'a24a5d87-b1a1-4aef-a37b-2f30b91274e6';
              const Payment = { PaymentId, Status: 2, Amount: request.amount + 1 };
              const body = JSON.stringify({ MerchantOrderId: key, Payment });
              party.faults.next(sale, { kind: 'answer', answer: { status: 201, body } });
              break;
            }
            default:
              party.decideNext({ status: 'denied', returnCode: CODES[what] });
          }
          return request;
        },
        taken: () => taken,
        pass: () => clock.advance(60_000),
        bookings: () => sales().filter(({ capturedAmount }) => capturedAmount > 0).length,
        taking: () => sales().reduce((sum, one) => sum + one.capturedAmount - one.voidedAmount, 0),
        takeViolations: party.takeViolations,
        logged: () => JSON.stringify(lines),
        secrets: [party.credentials.merchantKey, party.credentials.merchantId],
      };
    },
    {
      other_charge: 'it knows an order again by its amount as well',
      other_refund: 'it has no ids of refunds, and tells their sum alone',
    },
  );
});
