import { randomBytes } from 'node:crypto';
import type { PixKeyType } from '../../../contract/payments/pix-key.ts';
import type {
  ChargeRequest,
  IssuedPayment,
  OrderFacts,
  PaymentIssuer,
} from '../../../service/providers/acquirer.ts';
import { attemptKeyOf } from '../../../service/providers/attempt-key.ts';
import type { RoutedMethod } from '../../../service/providers/definition.ts';
import type { PayoutAcquirer } from '../../../service/providers/payout-acquirer.ts';
import type { Provider } from '../../../service/providers/provider.ts';
import type { RefundOrder, RefundVerbs } from '../../../service/providers/refunds.ts';
import type { NoticePlace } from './notice-place.ts';

export type CardOfProof = Pick<ChargeRequest, 'card' | 'brand' | 'cvv'>;
type IssuedMethod = 'PIX' | 'BOLETO' | 'OPEN_FINANCE';

/** What people do while a provider is proved; at a simulator nobody has to be waited for. */
export type Hands = {
  payer: OrderFacts['payer'];
  /** Null where there is none: its steps are not tried. */
  cardThatIs(end: 'approved' | 'refused'): CardOfProof | null;
  payoutKey: { pixKey: string; pixKeyType: PixKeyType } | null;
  /** Asks somebody to pay by what is shown: a code, a barcode or an address. */
  pay(payment: { method: IssuedMethod; reference: string; shown: string }): Promise<void>;
  /** Lets time pass between two looks at what is not decided yet. */
  pass(): Promise<void>;
  /** How often it is looked at before that is given up. */
  looks: number;
};

/** Does one step, and gives what came of it; undefined where it did not end well. */
export type Step = <Result>(
  name: string,
  work: () => Promise<Result>,
) => Promise<Result | undefined>;

export type Walk = {
  provider: Provider;
  hands: Hands;
  /** Where the party sends its notices while this lasts; null where nobody has said. */
  notices: NoticePlace | null;
  /** Stands still but while time passes, so that what is asked for twice is the same. */
  now: () => number;
  pass: () => Promise<void>;
  stepsOf(method: RoutedMethod | null): Step;
};

/** Why a step could not be tried, where nothing of the provider is at fault. */
export class NotTried extends Error {
  override readonly name = 'NotTried';
}

/** Centavos of each payment, and of a boleto, which some do not issue for less. */
const AMOUNT = 100;
const BOLETO_AMOUNT = 1_000;
const PARTS = [40, 60] as const;
const COMPANY = 'proof';
const DAY_MS = 24 * 60 * 60_000;

const { signal } = new AbortController();

/** Every step that a provider has, each method by itself; what they cost is in the documentation. */
export async function walkAll(walk: Walk, methods: readonly RoutedMethod[]): Promise<void> {
  const { provider, stepsOf, notices } = walk;
  const { cards, payments, payouts } = provider;
  const step = stepsOf(null);
  await step('the credentials are taken', async () => {
    mustBe(await provider.test?.(signal), 'works');
  });
  const { connect } = provider.notices ?? {};
  if (connect !== undefined) {
    await step('the address of notices is taken', async () => {
      const { address } = given(notices, 'no address of notices was given');
      mustBe(await connect.call(provider.notices, address, signal), 'works');
    });
  }
  if (cards !== null) await walkCards(walk, cards);
  for (const method of ['PIX', 'BOLETO', 'OPEN_FINANCE'] as const) {
    if (payments !== null && methods.includes(method)) await walkIssued(walk, payments, method);
  }
  if (payouts !== null) await walkPayout(walk, payouts);
}

async function walkCards(walk: Walk, cards: NonNullable<Provider['cards']>): Promise<void> {
  const { hands, stepsOf } = walk;
  const step = stepsOf('CREDIT_CARD');
  const requestOf = (end: 'approved' | 'refused'): ChargeRequest => {
    const card = given(hands.cardThatIs(end), 'no card was given');
    return { ...orderOf(walk, AMOUNT), ...card, installments: 1, canAuthenticateLater: false };
  };
  const find = (charge: ReturnType<typeof orderOf> | ChargeRequest) =>
    lookUntil(
      walk,
      () => cards.findCharge(charge, signal),
      ({ kind }) => kind !== 'not_found' && kind !== 'processing',
    );
  const approved = async () => {
    const request = requestOf('approved');
    const outcome = await cards.charge(request, signal);
    const known = outcome.kind === 'processing' ? await find(request) : outcome;
    mustBe(known, 'approved');
    return { request, externalId: 'externalId' in known ? known.externalId : null };
  };

  await step('a charge that was never sent is not found', async () => {
    mustBe(await cards.findCharge(orderOf(walk, AMOUNT), signal), 'not_found');
  });
  const charged = await step('a card is approved, booked once and found', async () => {
    const { request, externalId } = await approved();
    const again = await cards.charge(request, signal);
    const isSame = 'externalId' in again && again.externalId === externalId;
    if (!isSame) throw new Error('the same order is booked twice: is that blocked there');
    mustBe(await find(request), 'approved');
    return { reference: request.reference, externalId };
  });
  await step('it is given back in two parts', () => giveBack(walk, cards, charged));
  const { voidCharge } = cards;
  if (voidCharge !== undefined) {
    await step('another is voided, and found so', async () => {
      const { request } = await approved();
      const reversal = { ...request, reversalId: randomBytes(16).toString('hex') };
      mustBe(await voidCharge.call(cards, reversal, signal), 'voided');
      mustBe(await find(request), 'voided');
    });
  }
  await step('a card is refused, and takes nothing', async () => {
    mustBe(await cards.charge(requestOf('refused'), signal), 'refused', 'declined');
  });
}

async function walkIssued(walk: Walk, issuer: PaymentIssuer, method: IssuedMethod): Promise<void> {
  const { hands, stepsOf } = walk;
  const step = stepsOf(method);
  const { cancelPayment } = method === 'OPEN_FINANCE' ? {} : issuer;
  const find = (payment: IssuedPayment) => issuer.findPayment(payment, signal);
  const order = () => orderOf(walk, method === 'BOLETO' ? BOLETO_AMOUNT : AMOUNT);
  const issue = async (asked = order()) => {
    const { shown, externalId } = await issueBy(issuer, method, asked);
    return { ...asked, externalId, paymentMethod: method, shown };
  };

  const issued = await step('one is issued once, and is open', async () => {
    const asked = order();
    const made = await issue(asked);
    mustBe(await find(made), 'open');
    // Of open finance the address is told once.
    const again = method === 'OPEN_FINANCE' ? made : await issue(asked);
    if (again.externalId !== made.externalId) throw new Error('there are two of it');
    return made;
  });
  if (cancelPayment !== undefined) {
    await step('another one is taken back, and found so', async () => {
      const other = await issue();
      mustBe(await cancelPayment.call(issuer, other, signal), 'refused');
      mustBe(await find(other), 'refused');
    });
  }
  const paid = await step('it is paid, and found so with its amount', async () => {
    const waiting = given(issued);
    await hands.pay({ method, reference: waiting.reference, shown: waiting.shown });
    const known = await lookUntil(
      walk,
      () => find(waiting),
      ({ kind }) => kind !== 'open',
    );
    if (known.kind === 'open') {
      // Nothing is left behind that somebody may still pay.
      await cancelPayment?.call(issuer, waiting, signal);
      throw new NotTried('nobody has paid it');
    }
    mustBe(known, 'paid');
    const { amount = waiting.amount } = known.kind === 'paid' ? known : {};
    if (amount !== waiting.amount) throw new Error(`${amount} centavos were paid`);
    return waiting;
  });
  await hearNotice(walk, method, paid?.reference);
  if (issuer.capabilities?.refund.includes(method)) {
    await step('it is given back in two parts', () => giveBack(walk, issuer, paid));
  }
}

async function issueBy(
  issuer: PaymentIssuer,
  method: IssuedMethod,
  order: ReturnType<typeof orderOf>,
): Promise<{ shown: string; externalId: string }> {
  const inDays = (days: number) => new Date(order.expiresAt.getTime() + days * DAY_MS);
  if (method === 'PIX') {
    const issued = await issuer.issuePix(order, signal);
    if (issued.kind === 'issued') return { ...issued, shown: issued.copyAndPaste };
    throw new Error(`the answer was ${issued.kind}`);
  }
  if (method === 'BOLETO') {
    const due = { expiresAt: inDays(5), dueOn: inDays(3).toISOString().slice(0, 10) };
    const issued = await issuer.issueBoleto({ ...order, ...due }, signal);
    if (issued.kind === 'issued') return { ...issued, shown: issued.barcode };
    throw new Error(`the answer was ${issued.kind}`);
  }
  const [bank] = (await issuer.listBanks?.(signal)) ?? [];
  const { id: bankId, name: bankName } = given(bank, 'it names no bank to pay from');
  const issued = await issuer.openConsent({ ...order, bankId, bankName }, signal);
  if (issued.kind === 'issued') return { ...issued, shown: issued.redirectUrl };
  throw new Error(`the answer was ${issued.kind}`);
}

async function walkPayout(walk: Walk, payouts: PayoutAcquirer): Promise<void> {
  const step = walk.stepsOf('PAYOUT');
  const { companyId, amount, reference: payin } = orderOf(walk, AMOUNT);
  const named = { companyId, amount, reference: `out${payin.slice(3)}` };
  await step('a payout that was never sent is not found', async () => {
    mustBe(await payouts.find(named, signal), 'not_found');
  });
  const sent = await step('one arrives at a key of your own, once', async () => {
    const key = given(walk.hands.payoutKey, 'no key was given');
    const transfer = { ...named, ...key, beneficiaryDocument: null };
    if (payouts.check !== undefined) mustBe(await payouts.check(transfer, signal), 'payable');
    mustBe(await payouts.send(transfer, signal), 'accepted');
    mustBe(await payouts.send(transfer, signal), 'accepted');
    const end = await lookUntil(
      walk,
      () => payouts.find(named, signal),
      ({ kind }) => !['not_found', 'processing', 'approved'].includes(kind),
    );
    mustBe(end, 'completed');
    return named.reference;
  });
  await hearNotice(walk, 'PAYOUT', sent);
}

/** It is of no method: what no notice tells is found by asking. */
async function hearNotice(walk: Walk, of: RoutedMethod, reference?: string): Promise<void> {
  if (walk.provider.notices === undefined) return;
  await walk.stepsOf(null)(`a notice tells of it (${of})`, async () => {
    const notices = given(walk.notices, 'no address of notices was given');
    const key = attemptKeyOf(given(reference));
    const look = async () => notices.isToldOf(key);
    if (!(await lookUntil(walk, look, (isTold) => isTold))) throw new Error('none has come');
  });
}

async function giveBack(
  walk: Walk,
  verbs: Partial<RefundVerbs>,
  payment: { reference: string; externalId: string | null } | undefined,
): Promise<void> {
  const { reference, externalId } = given(payment);
  let refundedBefore = 0;
  for (const amount of PARTS) {
    const order: RefundOrder = {
      ...{ companyId: COMPANY, reference, externalId, amount, refundedBefore },
      ...{ refundId: randomBytes(16).toString('hex'), followsAnother: false, reason: null },
    };
    // Some take one void at a time, and are asked again a little later.
    const answer = await lookUntil(
      walk,
      async () => verbs.refund?.(order, signal),
      (told) => told?.kind !== 'unavailable',
    );
    const look = async () => verbs.findRefund?.(order, signal);
    const isEnd = (known: { kind: string } | undefined) =>
      known?.kind === 'done' || known?.kind === 'refused';
    mustBe(answer?.kind === 'processing' ? await lookUntil(walk, look, isEnd) : answer, 'done');
    refundedBefore += amount;
  }
}

/** The last answer, where it has not become so within the looks there are. */
async function lookUntil<Known>(
  { hands, pass }: Pick<Walk, 'hands' | 'pass'>,
  look: () => Promise<Known>,
  isDecided: (known: Known) => boolean,
): Promise<Known> {
  let known = await look();
  for (let nth = 1; nth < hands.looks && !isDecided(known); nth += 1) {
    await pass();
    known = await look();
  }
  return known;
}

function orderOf({ hands, now }: Pick<Walk, 'hands' | 'now'>, amount: number) {
  return {
    ...{ companyId: COMPANY, amount, payer: hands.payer, payerIp: '203.0.113.7' },
    reference: `pay_${COMPANY}_${randomBytes(16).toString('base64url')}`,
    expiresAt: new Date(now() + 30 * 60_000),
    orderReference: `proof-1${randomBytes(4).toString('hex')}`,
    merchantName: 'Proof',
    items: [{ title: 'Proof', quantity: 1, unitPrice: amount }],
  };
}

/** What this step needs of somebody or of an earlier one; it is not tried without. */
function given<Value>(
  value: Value | null | undefined,
  why = 'the step before it did not end well',
): Value {
  if (value === null || value === undefined) throw new NotTried(why);
  return value;
}

/** Of an answer its kind alone is told, since the rest of it may name somebody. */
function mustBe(answer: { kind: string } | undefined, ...kinds: string[]): void {
  const kind = answer?.kind ?? 'nothing';
  if (!kinds.includes(kind)) throw new Error(`the answer was ${kind}, not ${kinds.join(' or ')}`);
}
