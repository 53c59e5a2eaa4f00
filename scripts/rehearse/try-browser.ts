import type { BankAnswer, Buyer } from './buyer.ts';
import { answerBank, challengeOf, openBuyer, outcomeOf, payByCard } from './buyer.ts';
import { COMPANY, routeTo } from './company.ts';
import type { CARD } from './merchant.ts';
import { mustBe } from './report.ts';
import type { Stage } from './stage.ts';
import { tryOtherMethodsInBrowser } from './try-browser-others.ts';
import { cardParties } from './try-cards.ts';

/** Of the published test cards one whose bank asks, and whose holder may confirm, at each. */
const CHALLENGED_NUMBERS = {
  pagbank: '4000000000002503',
  cielo: '6505290000002190',
  braspag: '6505290000002190',
} as const;

/** A buyer pays in the shop's pages, on origins as in production: by every method and provider. */
export async function tryBrowser(stage: Stage, executablePath: string): Promise<void> {
  const { report, operate } = stage;
  report.heading('In a browser');
  const buyer = await openBuyer(executablePath);
  try {
    for (const { name, approved, booked } of cardParties(stage)) {
      await routeTo(operate, 'CREDIT_CARD', name);
      await report.attempt(
        `${name}: a card is typed into the fields of the shop’s page, and paid`,
        () => payInShop(stage, buyer, { card: approved, booked }),
      );
    }
    await operate('company set-capabilities', { company: COMPANY, 'three-ds': 'pre-order' });
    for (const name of ['pagbank', 'cielo', 'braspag'] as const) {
      await tryBeforeTheOrder(stage, buyer, name);
    }
    await operate('company set-capabilities', { company: COMPANY, 'three-ds': 'none' });
    await tryAfterTheOrder(stage, buyer);
    await tryOtherMethodsInBrowser(stage, buyer);
  } finally {
    await buyer.leave();
  }
}

async function payInShop(
  { shopUrl }: Stage,
  buyer: Buyer,
  {
    card,
    booked,
    answer = null,
  }: { card: Partial<typeof CARD>; booked: () => number; answer?: BankAnswer | null },
): Promise<void> {
  const before = booked();
  const told = await buyer.visit(shopUrl, async (page) => {
    await payByCard(page, card);
    if (answer !== null) await answerBank(challengeOf(page), answer);
    return outcomeOf(page);
  });
  mustBe('what the page says', told, 'Status: APPROVED');
  mustBe('the bookings', booked() - before, 1);
}

/** These have scripts of their own that ask the buyer, in the stage, before anything is ordered. */
async function tryBeforeTheOrder(
  stage: Stage,
  buyer: Buyer,
  name: keyof typeof CHALLENGED_NUMBERS,
): Promise<void> {
  const { report, operate, parties, shopUrl } = stage;
  const booked = () =>
    name === 'pagbank' ? parties.pagbank.orders.size : parties[name].sales.size;
  const card = { number: CHALLENGED_NUMBERS[name] };
  await routeTo(operate, 'CREDIT_CARD', name);
  await report.attempt(
    `${name}: a buyer confirms at their bank before the order, and is charged once`,
    async () => {
      await payInShop(stage, buyer, { card, booked, answer: 'Confirm' });
      mustBe('whether the charge names it', isProofUsed(stage, name), true);
    },
  );
  await report.attempt(`${name}: a buyer who refuses at their bank orders nothing`, async () => {
    const before = booked();
    const told = await buyer.visit(shopUrl, async (page) => {
      await payByCard(page, card);
      await answerBank(challengeOf(page), 'Refuse');
      return outcomeOf(page);
    });
    mustBe('whether the page says that it was paid', told?.includes('APPROVED'), false);
    mustBe('the bookings', booked() - before, 0);
    return told;
  });
}

/** Of the newest charge and the newest authentication. */
function isProofUsed({ parties }: Stage, name: keyof typeof CHALLENGED_NUMBERS): boolean {
  if (name === 'pagbank')
    return [...parties.pagbank.authentications.values()].at(-1)?.isUsed === true;
  const { sales, mpiSessions } = parties[name];
  const proof = [...sales.values()].at(-1)?.fields.Payment.ExternalAuthentication;
  return proof !== undefined && proof.Cavv === [...mpiSessions.values()].at(-1)?.cavv;
}

/** Mercado Pago has the order first, and then the buyer asked. */
async function tryAfterTheOrder(stage: Stage, buyer: Buyer): Promise<void> {
  const {
    report,
    operate,
    parties: { mercadopago },
    shopUrl,
  } = stage;
  const at = { company: COMPANY, provider: 'mercadopago' };
  const booked = () => mercadopago.payments.size;
  await routeTo(operate, 'CREDIT_CARD', 'mercadopago');
  await operate('provider rotate', { ...at, 'three-d-secure': 'on' });
  await operate('company set-capabilities', { company: COMPANY, 'three-ds': 'post-order' });
  await report.attempt(
    'mercadopago: a buyer confirms at their bank after the order, which is charged once',
    async () => {
      mercadopago.challengeNext();
      await payInShop(stage, buyer, { card: {}, booked, answer: 'Confirm' });
    },
  );
  await report.attempt('mercadopago: a buyer who refuses at their bank is refused', async () => {
    mercadopago.challengeNext();
    const before = booked();
    const told = await buyer.visit(shopUrl, async (page) => {
      await payByCard(page);
      await answerBank(challengeOf(page), 'Refuse');
      return outcomeOf(page);
    });
    mustBe('the bookings', booked() - before, 1);
    const { status } = [...mercadopago.payments.values()].at(-1) ?? {};
    mustBe('the payment at Mercado Pago', status, 'rejected');
    return told;
  });
  await operate('company set-capabilities', { company: COMPANY, 'three-ds': 'none' });
}
