import { attemptKeyOf } from '../../service/providers/attempt-key.ts';
import type { Faults } from '../../simulators/server/faults.ts';
import { routeTo } from './company.ts';
import type { Answer, CARD } from './merchant.ts';
import { newReference } from './merchant.ts';
import { mustBe, until } from './report.ts';
import type { Stage } from './stage.ts';

/** How the next card comes to be refused at one acquirer. */
export type CardParty = {
  name: 'cielo' | 'braspag' | 'mercadopago' | 'pagbank';
  /** Of the card; at Mercado Pago the holder's name decides. */
  approved: Partial<typeof CARD>;
  refuse: () => Partial<typeof CARD>;
  lackFunds: () => Partial<typeof CARD>;
  bookings: (payinId: string) => number;
  booked: () => number;
  faults: Faults;
  charging: string;
};

export function cardParties({ parties }: Stage): CardParty[] {
  const { cielo, braspag, mercadopago, pagbank } = parties;
  const atAcquirer = (name: 'cielo' | 'braspag', party: typeof cielo): CardParty => {
    const deny = (returnCode: string) => {
      party.decideNext({ status: 'denied', returnCode, returnMessage: 'Not Authorized' });
      return {};
    };
    return {
      name,
      approved: {},
      refuse: () => deny('05'),
      lackFunds: () => deny('51'),
      bookings: (id) => party.salesOf(attemptKeyOf(id)).length,
      booked: () => party.sales.size,
      faults: party.faults,
      charging: `${party.profile.prefix}/sales/`,
    };
  };
  const decline = (reasonCode: string) => {
    pagbank.decideNext({ status: 'DECLINED', reasonCode });
    return {};
  };
  return [
    atAcquirer('cielo', cielo),
    atAcquirer('braspag', braspag),
    {
      name: 'mercadopago',
      approved: { holderName: 'APRO' },
      faults: mercadopago.faults,
      charging: '/v1/payments',
      refuse: () => ({ holderName: 'OTHE' }),
      lackFunds: () => ({ holderName: 'FUND' }),
      booked: () => mercadopago.payments.size,
      bookings: (id) =>
        [...mercadopago.payments.values()].filter(
          ({ fields }) => fields.external_reference === attemptKeyOf(id),
        ).length,
    },
    {
      name: 'pagbank',
      approved: {},
      faults: pagbank.faults,
      charging: '/orders',
      refuse: () => decline('05'),
      lackFunds: () => decline('51'),
      booked: () => pagbank.orders.size,
      bookings: (id) =>
        [...pagbank.orders.values()].filter(
          ({ fields }) => fields.reference_id === attemptKeyOf(id),
        ).length,
    },
  ];
}

export function mustBePaid({ status, body }: Answer): string {
  mustBe('the answer', [status, body.status ?? body.error?.code], [201, 'APPROVED']);
  return body.id;
}

/** Cards at every acquirer: approved once, refused, without funds, given back in parts. */
export async function tryCards(stage: Stage): Promise<void> {
  const { report, merchant, operate, receiver } = stage;
  report.heading('Cards');
  await report.attempt(
    'what is given back is more than one charge brings in, so one is kept',
    async () => {
      await routeTo(operate, 'CREDIT_CARD', 'cielo');
      mustBePaid(await merchant.payByCard({ amount: 50_000 }));
    },
  );
  for (const { name, approved, refuse, lackFunds, bookings } of cardParties(stage)) {
    await routeTo(operate, 'CREDIT_CARD', name);
    const order = { referenceId: newReference(), card: approved };
    let paid = '';
    await report.attempt(
      `${name}: a card is approved, and a repeat of its order books nothing`,
      async () => {
        paid = mustBePaid(await merchant.payByCard(order));
        mustBe('the repeat', (await merchant.payByCard(order)).body.id, paid);
        mustBe('the bookings', bookings(paid), 1);
      },
    );
    await report.attempt(`${name}: the merchant is told of it by a signed event`, async () => {
      await receiver.mustHear(paid, 'APPROVED');
    });
    await report.attempt(`${name}: a card is refused`, async () => {
      const { status, body } = await merchant.payByCard({ card: refuse() });
      mustBe('the answer', [status, body.status ?? body.error?.code], [201, 'REFUSED']);
      return body.declineReason;
    });
    await report.attempt(`${name}: a card without funds is refused with its code`, async () => {
      const { status, body } = await merchant.payByCard({ card: lackFunds(), amount: 4_200 });
      mustBe('the answer', [status, body.error?.code], [400, 'PAYER_LIMIT_REJECTED']);
    });
    await report.attempt(`${name}: a card is given back in two parts`, () => giveBack(stage, paid));
  }
}

export async function giveBack({ merchant }: Stage, id: string): Promise<void> {
  const part = await merchant.refund(id, 1_000);
  mustBe('the first refund', [part.status, part.body.error?.code], [201, undefined]);
  await mustBeDone(merchant, id, 1_000);
  const rest = await merchant.refund(id);
  mustBe('the second refund', [rest.status, rest.body.error?.code], [201, undefined]);
  await merchant.mustBecome(id, 'REFUNDED');
  mustBe('a third refund', (await merchant.refund(id, 1)).status >= 400, true);
}

async function mustBeDone(merchant: Stage['merchant'], id: string, amount: number): Promise<void> {
  await until(
    `a refund of ${amount}`,
    async () => (await merchant.show(id)).refundedAmount === amount,
  );
}
