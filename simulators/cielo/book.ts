import type { Clock, Random } from '../server/harness.ts';
import { localTime } from '../server/harness.ts';
import { knownIn } from '../server/known-in.ts';
import type { CardFields, SaleFields } from './fields.ts';
import type { Decision, KeptFields, Risk, Sale } from './sale.ts';
import { decideByNumber, mask, RISK, STATUS } from './sale.ts';

export type StoredCard = Omit<CardFields, 'CustomerName'> & { token: string };

export type Change = { returnCode: string; returnMessage: string };

const DAY_MS = 24 * 60 * 60 * 1000;
const VOID_MS = 360 * DAY_MS;
const DONE = 'Operation Successful';

export function createBook({ clock, random }: { clock: Clock; random: Random }) {
  const sales = new Map<string, Sale>();
  const cards = new Map<string, StoredCard>();
  const decisions: Decision[] = [];
  const risks: Risk[] = [];
  const voidRefusals: Change[] = [];

  function findCard({
    Payment: { CreditCard: card },
  }: SaleFields): Omit<StoredCard, 'token'> | null {
    return 'CardToken' in card ? (cards.get(card.CardToken) ?? null) : card;
  }

  function storeCard({ CardNumber, Holder, ExpirationDate, Brand }: Omit<StoredCard, 'token'>) {
    const token = random.uuid();
    cards.set(token, { token, CardNumber, Holder, ExpirationDate, Brand });
    return token;
  }

  function book(fields: SaleFields): Sale {
    const card = findCard(fields);
    if (card === null) throw new Error('there is no such card');
    const decision = decisions.shift() ?? decideByNumber(card.CardNumber);
    const isJudged = fields.Payment.FraudAnalysis !== undefined;
    const sale: Sale = {
      ...newSale(fields, card, random),
      receivedAt: clock.now(),
      risk: isJudged ? RISK[risks.shift() ?? 'accept'] : null,
    };
    sales.set(sale.paymentId, sale);
    // What is rejected is sent to no bank.
    if (sale.risk === RISK.reject) sale.status = STATUS.aborted;
    else decide(sale, decision, clock.now());
    return sale;
  }

  /** All of it or parts, as often as there is something left; null where it cannot be voided. */
  function void_(sale: Sale, wanted?: number): Change | null {
    if (sale.status !== STATUS.confirmed && sale.status !== STATUS.authorized) return null;
    return voidRefusals.shift() ?? takeBack(sale, wanted, clock.now());
  }

  const saleOf = (paymentId: string) => knownIn(sales, paymentId, 'payment');

  return {
    sales,
    cards,
    findCard,
    storeCard,
    book,
    void: void_,
    /** Newest first. */
    salesOf: (merchantOrderId: string) =>
      [...sales.values()]
        .filter(({ fields }) => fields.MerchantOrderId === merchantOrderId)
        .reverse(),
    /** What becomes of the next sale that is booked, whatever its card. */
    decideNext: (decision: Decision) => void decisions.push(decision),
    judgeNext: (risk: Risk) => void risks.push(risk),
    finish: (paymentId: string, decision: Decision) => {
      const sale = saleOf(paymentId);
      if (sale.status !== STATUS.notFinished) throw new Error('the payment is finished');
      decide(sale, decision, clock.now());
    },
    /** Somebody voids a sale at the acquirer's own pages; all that is left unless told. */
    voidAtPages: (paymentId: string, amount?: number) => {
      const change = void_(saleOf(paymentId), amount);
      if (change?.returnMessage !== DONE) throw new Error('it cannot be voided');
    },
    /** The next void is refused with that code: `72` where the merchant's balance does not do. */
    refuseNextVoid: (change: Change) => void voidRefusals.push(change),
    abort: (paymentId: string) => {
      saleOf(paymentId).status = STATUS.aborted;
    },
  };
}

export type Book = ReturnType<typeof createBook>;

function newSale(
  fields: SaleFields,
  card: Omit<StoredCard, 'token'>,
  random: Random,
): Omit<Sale, 'receivedAt' | 'risk'> {
  const given = fields.Payment.CreditCard;
  return {
    paymentId: random.uuid(),
    tid: random.digits(13),
    authorizationCode: random.digits(6),
    fields: withoutCard(fields),
    brand: given.Brand,
    maskedNumber: mask(card.CardNumber),
    holder: card.Holder,
    expirationDate: card.ExpirationDate,
    cardToken: 'CardToken' in given ? given.CardToken : null,
    brandTransactionId: given.CardOnFile?.Usage === 'First' ? random.digits(15) : null,
    status: STATUS.notFinished,
    returnCode: '',
    returnMessage: '',
    merchantAdviceCode: null,
    capturedAmount: 0,
    capturedAt: null,
    voidedAmount: 0,
    voidedAt: null,
  };
}

/** Also ends a sale that was left unfinished. */
function decide(sale: Sale, decision: Decision, now: number): void {
  sale.returnCode = decision.returnCode;
  sale.returnMessage = decision.returnMessage ?? DONE;
  sale.merchantAdviceCode = decision.merchantAdviceCode ?? null;
  if (decision.status === 'unfinished') return;
  if (decision.status === 'denied') {
    sale.status = STATUS.denied;
    return;
  }
  sale.status = STATUS.confirmed;
  sale.capturedAmount = sale.fields.Payment.Amount;
  sale.capturedAt = now;
}

function takeBack(sale: Sale, wanted: number | undefined, now: number): Change {
  const isCaptured = sale.status === STATUS.confirmed;
  const whole = isCaptured ? sale.capturedAmount : sale.fields.Payment.Amount;
  const left = whole - sale.voidedAmount;
  const amount = wanted ?? left;
  if (now > sale.receivedAt + VOID_MS) {
    return { returnCode: '101', returnMessage: 'Cancel period expired' };
  }
  if (amount < 1 || amount > left) {
    return { returnCode: '102', returnMessage: 'Cancel amount above the original amount' };
  }
  sale.voidedAmount += amount;
  sale.voidedAt = now;
  if (sale.voidedAmount === whole) {
    const isSameDay = localTime(now).slice(0, 10) === localTime(sale.receivedAt).slice(0, 10);
    sale.status = isSameDay ? STATUS.voided : STATUS.refunded;
  }
  return { returnCode: amount === whole ? '9' : '0', returnMessage: DONE };
}

function withoutCard(fields: SaleFields): KeptFields {
  const { CreditCard: _, ...payment } = fields.Payment;
  return { ...fields, Payment: payment };
}
