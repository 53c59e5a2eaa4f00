import { randomBytes } from 'node:crypto';
import type { IssuedPayment, PaymentIssuer } from '../../../service/providers/acquirer.ts';
import { attemptKeyOf } from '../../../service/providers/attempt-key.ts';
import type { RoutedMethod } from '../../../service/providers/definition.ts';
import type { PayoutAcquirer } from '../../../service/providers/payout-acquirer.ts';
import type { Provider } from '../../../service/providers/provider.ts';
import type { RefundOrder, RefundVerbs } from '../../../service/providers/refunds.ts';
import type { CardOfProof, Hands, Waiting } from './hands.ts';
import type { NoticePlace } from './notice-place.ts';

/** Centavos of each payment, and of a boleto, which some do not issue for less. */
const AMOUNT = 100;
const BOLETO_AMOUNT = 1_000;
const PARTS = [40, 60] as const;
const COMPANY = 'proof';
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Why a step could not be tried, where nothing of the provider is at fault. */
export class NotTried extends Error {
  override readonly name = 'NotTried';
}

/** Does one step, and gives what came of it; undefined where it did not end well. */
export type Step = <Result>(
  name: string,
  work: () => Promise<Result>,
) => Promise<Result | undefined>;

export type Walk = {
  provider: Provider;
  /** As an operator typed them: which methods the account is to have. */
  methods: readonly RoutedMethod[];
  hands: Hands;
  /** Where the party sends its notices while this lasts; null where nobody has said. */
  notices: Pick<NoticePlace, 'address' | 'isToldOf'> | null;
  /** Stands still but while time passes, so that what is asked for twice is the same. */
  now: () => number;
  /** Lets time pass between two looks. */
  pass: () => Promise<void>;
  stepsOf(method: RoutedMethod | null): Step;
};

const { signal } = new AbortController();

/** Every step that a provider has, each method by itself; what they cost is in the documentation. */
export async function walkAll(walk: Walk): Promise<void> {
  const { provider, methods, stepsOf, notices } = walk;
  const { cards, payments, payouts } = provider;
  const step = stepsOf(null);
  await step('the credentials are taken', async () => {
    const checked = await provider.test?.(signal);
    if (checked?.kind === 'refused') throw new Error('they are refused');
  });
  const { connect } = provider.notices ?? {};
  if (connect !== undefined) {
    await step('the address of notices is taken', async () => {
      if (notices === null) throw new NotTried('no address of notices was given');
      const taken = await connect.call(provider.notices, notices.address, signal);
      if (taken.kind === 'refused') throw new Error('the address is refused');
    });
  }
  if (cards !== null && methods.includes('CREDIT_CARD')) await walkCards(walk, cards);
  for (const method of ['PIX', 'BOLETO', 'OPEN_FINANCE'] as const) {
    if (payments !== null && methods.includes(method)) await walkIssued(walk, payments, method);
  }
  if (payouts !== null && methods.includes('PAYOUT')) await walkPayout(walk, payouts);
}

async function walkCards(walk: Walk, cards: NonNullable<Provider['cards']>): Promise<void> {
  const { hands, stepsOf } = walk;
  const step = stepsOf('CREDIT_CARD');
  const chargeBy = (card: CardOfProof | null) => {
    if (card === null) throw new NotTried('no card was given');
    const more = { installments: 1, canAuthenticateLater: false };
    return { ...orderOf(walk, AMOUNT), ...card, ...more };
  };
  const approved = async () => {
    const request = chargeBy(hands.cardThatIs('approved'));
    const outcome = await cards.charge(request, signal);
    const known = outcome.kind === 'processing' ? await find(request) : outcome;
    if (known.kind !== 'approved') throw new Error(`the answer was ${known.kind}`);
    return { request, externalId: known.externalId };
  };
  const find = ({ reference, amount }: ReturnType<typeof chargeBy>) =>
    lookUntil(
      walk,
      () => cards.findCharge({ companyId: COMPANY, reference, amount }, signal),
      ({ kind }) => kind !== 'not_found' && kind !== 'processing',
    );

  await step('a charge that was never sent is not found', async () => {
    const asked = orderOf(walk, AMOUNT);
    mustBe(await cards.findCharge(asked, signal), 'not_found');
  });
  const charged = await step('a card is approved, booked once and found', async () => {
    const { request, externalId } = await approved();
    const again = await cards.charge(request, signal);
    mustBe(again, 'approved');
    const isSame = 'externalId' in again && again.externalId === externalId;
    if (!isSame) throw new Error('the same order is booked twice: is that blocked there');
    mustBe(await find(request), 'approved');
    return { reference: request.reference, externalId };
  });
  await step('it is given back in two parts', async () => {
    await giveBack(walk, cards, ofBefore(charged));
  });
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
    const request = chargeBy(hands.cardThatIs('refused'));
    mustBe(await cards.charge(request, signal), 'refused', 'declined');
  });
}

async function walkIssued(
  walk: Walk,
  issuer: PaymentIssuer,
  method: Waiting['method'],
): Promise<void> {
  const { hands, stepsOf } = walk;
  const step = stepsOf(method);
  const find = (payment: IssuedPayment) => issuer.findPayment(payment, signal);
  const issue = async () => {
    const order = orderOf(walk, method === 'BOLETO' ? BOLETO_AMOUNT : AMOUNT);
    const { shown, externalId } = await issueBy(issuer, method, order);
    const { reference, amount } = order;
    const payment = { companyId: COMPANY, reference, externalId, paymentMethod: method };
    return { payment, order, amount, shown };
  };

  const issued = await step('one is issued once, and is open', async () => {
    const made = await issue();
    mustBe(await find(made.payment), 'open');
    // Of open finance the address is told once.
    if (method === 'OPEN_FINANCE') return made;
    const again = await issueBy(issuer, method, made.order);
    if (again.externalId !== made.payment.externalId) throw new Error('there are two of it');
    return made;
  });
  if (issuer.cancelPayment !== undefined && method !== 'OPEN_FINANCE') {
    await step('another one is taken back, and found so', async () => {
      const { payment } = await issue();
      mustBe(await issuer.cancelPayment?.(payment, signal), 'refused');
      mustBe(await find(payment), 'refused');
    });
  }
  const paid = await step('it is paid, and found so with its amount', async () => {
    const { payment, amount, shown } = ofBefore(issued);
    await hands.pay({ method, reference: payment.reference, shown });
    const known = await lookUntil(
      walk,
      () => find(payment),
      ({ kind }) => kind !== 'open',
    );
    if (known.kind === 'open') {
      // Nothing is left behind that somebody may still pay.
      if (method !== 'OPEN_FINANCE') await issuer.cancelPayment?.(payment, signal);
      throw new NotTried('nobody has paid it');
    }
    mustBe(known, 'paid');
    const told = 'amount' in known ? known.amount : undefined;
    if (told !== undefined && told !== amount) throw new Error(`${told} centavos were paid`);
    return payment;
  });
  await hearNotice(walk, `a notice tells of it (${method})`, paid?.reference);
  if (issuer.capabilities?.refund.includes(method)) {
    await step('it is given back in two parts', async () => {
      await giveBack(walk, issuer, ofBefore(paid));
    });
  }
}

async function issueBy(
  issuer: PaymentIssuer,
  method: Waiting['method'],
  order: ReturnType<typeof orderOf>,
): Promise<{ shown: string; externalId: string }> {
  switch (method) {
    case 'PIX': {
      const issued = await issuer.issuePix(order, signal);
      if (issued.kind !== 'issued') throw new Error(`the answer was ${issued.kind}`);
      return { shown: issued.copyAndPaste, externalId: issued.externalId };
    }
    case 'BOLETO': {
      const expiresAt = new Date(order.expiresAt.getTime() + 5 * DAY_MS);
      const dueOn = new Date(order.expiresAt.getTime() + 3 * DAY_MS).toISOString().slice(0, 10);
      const issued = await issuer.issueBoleto({ ...order, expiresAt, dueOn }, signal);
      if (issued.kind !== 'issued') throw new Error(`the answer was ${issued.kind}`);
      return { shown: issued.barcode, externalId: issued.externalId };
    }
    case 'OPEN_FINANCE': {
      const [bank] = (await issuer.listBanks?.(signal)) ?? [];
      if (bank === undefined) throw new NotTried('it names no bank to pay from');
      const consent = { ...order, bankId: bank.id, bankName: bank.name };
      const issued = await issuer.openConsent(consent, signal);
      if (issued.kind !== 'issued') throw new Error(`the answer was ${issued.kind}`);
      return { shown: issued.redirectUrl, externalId: issued.externalId };
    }
    default:
      return method satisfies never;
  }
}

async function walkPayout(walk: Walk, payouts: PayoutAcquirer): Promise<void> {
  const step = walk.stepsOf('PAYOUT');
  const { reference } = orderOf(walk, AMOUNT);
  const named = { companyId: COMPANY, amount: AMOUNT, reference: `out${reference.slice(3)}` };
  await step('a payout that was never sent is not found', async () => {
    mustBe(await payouts.find(named, signal), 'not_found');
  });
  const sent = await step('one arrives at a key of your own, once', async () => {
    const { payoutKey } = walk.hands;
    if (payoutKey === null) throw new NotTried('no key was given');
    const transfer = { ...named, ...payoutKey, beneficiaryDocument: null };
    if (payouts.check !== undefined) mustBe(await payouts.check(transfer, signal), 'payable');
    mustBe(await payouts.send(transfer, signal), 'accepted');
    mustBe(await payouts.send(transfer, signal), 'accepted');
    const isOnItsWay = ['not_found', 'processing', 'approved'];
    const end = await lookUntil(
      walk,
      () => payouts.find(named, signal),
      ({ kind }) => !isOnItsWay.includes(kind),
    );
    mustBe(end, 'completed');
    return named.reference;
  });
  await hearNotice(walk, 'a notice tells of it (PAYOUT)', sent);
}

/** It is of no method: what no notice tells is found by asking. */
async function hearNotice(walk: Walk, name: string, reference: string | undefined): Promise<void> {
  const { provider, notices, stepsOf } = walk;
  if (provider.notices === undefined) return;
  await stepsOf(null)(name, async () => {
    if (notices === null) throw new NotTried('no address of notices was given');
    const key = attemptKeyOf(ofBefore(reference));
    const isTold = await lookUntil(
      walk,
      async () => notices.isToldOf(key),
      (told) => told,
    );
    if (!isTold) throw new Error('none has come');
  });
}

async function giveBack(
  walk: Walk,
  verbs: Partial<RefundVerbs>,
  payment: { reference: string; externalId?: string | null },
): Promise<void> {
  let refundedBefore = 0;
  for (const amount of PARTS) {
    const order: RefundOrder = {
      companyId: COMPANY,
      reference: payment.reference,
      externalId: payment.externalId ?? null,
      refundId: randomBytes(16).toString('hex'),
      ...{ amount, refundedBefore, followsAnother: false, reason: null },
    };
    // Some take one void at a time, and are asked again a little later.
    const answer = await lookUntil(
      walk,
      async () => verbs.refund?.(order, signal),
      (told) => told?.kind !== 'unavailable',
    );
    const end =
      answer?.kind === 'processing'
        ? await lookUntil(
            walk,
            async () => (await verbs.findRefund?.(order, signal)) ?? { kind: 'not_found' as const },
            ({ kind }) => kind === 'done' || kind === 'refused',
          )
        : answer;
    mustBe(end, 'done');
    refundedBefore += amount;
  }
}

/** What an earlier step has left; this one is not tried without it. */
function ofBefore<Left>(left: Left | undefined): Left {
  if (left === undefined) throw new NotTried('the step before it did not end well');
  return left;
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
  const random = randomBytes(16).toString('base64url');
  return {
    companyId: COMPANY,
    reference: `pay_${COMPANY}_${random}`,
    amount,
    expiresAt: new Date(now() + 30 * MINUTE_MS),
    orderReference: `proof-1${randomBytes(4).toString('hex')}`,
    merchantName: 'Proof',
    payer: hands.payer,
    payerIp: '203.0.113.7',
    items: [{ title: 'Proof', quantity: 1, unitPrice: amount }],
  };
}

/** Of an answer its kind alone is told, since the rest of it may name somebody. */
function mustBe(answer: { kind: string } | undefined, ...kinds: string[]): void {
  const kind = answer?.kind ?? 'nothing';
  if (!kinds.includes(kind)) throw new Error(`the answer was ${kind}, not ${kinds.join(' or ')}`);
}
