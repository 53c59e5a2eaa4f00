import { describe } from 'vitest';
import { readPagBankSession } from '../../../contract/card/pagbank-session.ts';
import type { Fault, OrderedFault } from '../../../simulators/server/faults.ts';
import { arrangePagBank } from '../../testing/test-pagbank.ts';
import type { PlayedCharge } from '../acquirer.cases.ts';
import { acquirerCases } from '../acquirer.cases.ts';
import type { PlayedIssue } from '../payment-issuer.cases.ts';
import { paymentIssuerCases } from '../payment-issuer.cases.ts';
import { threeDSecureCases } from '../three-d-secure-provider.cases.ts';

const ORDERS = { method: 'POST', path: '/orders' } as const;

const REASON_CODES: { readonly [what in PlayedCharge]?: string } = {
  do_not_honour: '05',
  insufficient_funds: '51',
  invalid_cvv: 'N7',
  suspected_fraud: '59',
};

type Arranged = Awaited<ReturnType<typeof arrangePagBank>>;

/** What both kinds of cases ask of PagBank as it is played. */
function standIn({ party, key, lines }: Arranged) {
  let last: OrderedFault | null = null;
  const charges = () => [...party.charges.values()];
  return {
    suffer: (fault: Fault) => {
      last = party.faults.next(ORDERS, fault);
    },
    answer: (order: object): Fault => {
      const body = JSON.stringify({ id: 'ORDE_1', reference_id: key, ...order });
      return { kind: 'answer', answer: { status: 201, body } };
    },
    taken: async () => last?.taken,
    taking: () => charges().reduce((sum, { paid, refunded }) => sum + paid - refunded, 0),
    // Nobody has to wait for PagBank.
    pass: () => undefined,
    takeViolations: party.takeViolations,
    logged: () => JSON.stringify(lines),
    secrets: [party.credentials.token],
  };
}

const TURNED_AWAY: Fault = { kind: 'answer', answer: { status: 403 } };
const LATE: Fault = { kind: 'answer_late', afterMs: 60_000 };

describe('cards at PagBank', () => {
  acquirerCases(async () => {
    const arranged = await arrangePagBank();
    const { party, provider, request, key } = arranged;
    const { suffer, answer, ...played } = standIn(arranged);

    function play(what: PlayedCharge) {
      const reasonCode = REASON_CODES[what];
      if (reasonCode !== undefined) party.decideNext({ reasonCode });
      if (what === 'turned_away') suffer(TURNED_AWAY);
      if (what === 'answer_lost') suffer(LATE);
      if (what === 'other_amount') {
        const charge = { id: 'CHAR_1', reference_id: key, status: 'PAID', amount: { value: 1 } };
        suffer(answer({ charges: [{ ...charge, payment_method: { type: 'CREDIT_CARD' } }] }));
      }
      return request;
    }
    const bookings = () => party.charges.size;
    return { acquirer: provider.cards, request, play, bookings, ...played };
  });
});

describe('PIX at PagBank', () => {
  paymentIssuerCases(
    async () => {
      const arranged = await arrangePagBank();
      const { party, provider, order } = arranged;
      const { suffer, answer, ...played } = standIn(arranged);

      function play(what: PlayedIssue) {
        if (what === 'turned_away') suffer(TURNED_AWAY);
        if (what === 'answer_lost') suffer({ kind: 'commit_and_cut' });
        if (what === 'silent') suffer(LATE);
        if (what === 'other_amount') {
          suffer(answer({ qr_codes: [{ id: 'QRCO_1', amount: { value: 1 }, text: '0002' }] }));
        }
      }
      const pay = () => party.pay([...party.orders.keys()][0] ?? '');
      const issues = () => party.orders.size;
      return { issuer: provider.payments, order, play, pay, issues, ...played };
    },
    { cancel: 'PagBank takes no code back: it ends by its time' },
  );
});

describe('3-D Secure at PagBank', () => {
  threeDSecureCases(async () => {
    const { party, provider, request, charge, lines } = await arrangePagBank();
    const { threeDS } = provider;
    if (threeDS === null || request.card.kind !== 'card') throw new Error('it authenticates cards');
    const { companyId, amount, installments, brand, merchantName, orderReference } = request;
    return {
      provider: threeDS,
      request: {
        ...{ companyId, amount, installments, brand, merchantName, orderReference },
        reference: 'tds_acme_1',
        card: request.card.card,
        expiresAt: new Date('2030-01-01T00:00:00Z'),
      },
      async goThrough({ session }, answer) {
        if (answer === 'nothing') return null;
        const read = readPagBankSession(session);
        const end = { centavos: amount, hasPassed: answer === 'confirm' };
        return party.authenticate(read?.session ?? '', end);
      },
      async isProvedByCharge(id) {
        const authentication = { kind: 'reference', provider: 'pagbank', id } as const;
        const { kind } = await charge({ authentication });
        // A name that it has not given is what a case tries.
        if (!party.authentications.has(id)) party.takeViolations();
        return kind === 'approved';
      },
      seen: () => JSON.stringify([lines, party.requests]),
    };
  });
});
