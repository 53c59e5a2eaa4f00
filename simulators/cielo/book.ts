import type { Clock } from '../server/clock.ts';
import type { Random } from '../server/random.ts';
import type { CardFields, SaleFields } from './fields.ts';
import type { Decision, KeptFields, Risk, Sale } from './sale.ts';
import { cardOf, dayInBrazil, decideByNumber, isTrue, mask, RISK, STATUS } from './sale.ts';

/** A card that was stored. */
export type StoredCard = Omit<CardFields, 'CustomerName'> & { token: string };

export type Change = { returnCode: string; returnMessage: string };

const DAY_MS = 24 * 60 * 60 * 1000;
const CAPTURE_MS = 15 * DAY_MS;
const VOID_MS = 360 * DAY_MS;
const DONE = 'Operation Successful';

/** Sales and cards of one merchant at the acquirer. */
export function createBook({ clock, random }: { clock: Clock; random: Random }) {
  const sales = new Map<string, Sale>();
  const cards = new Map<string, StoredCard>();
  const decisions: Decision[] = [];
  const risks: Risk[] = [];
  const voidRefusals: Change[] = [];

  /** The sale's card: the one given, or the one stored under its token; null where there is none. */
  function findCard(fields: SaleFields): Omit<StoredCard, 'token'> | null {
    const card = cardOf(fields);
    if (card === undefined) return null;
    return 'CardToken' in card ? (cards.get(card.CardToken) ?? null) : card;
  }

  function storeCard({ CardNumber, Holder, ExpirationDate, Brand }: Omit<StoredCard, 'token'>) {
    const token = random.uuid();
    cards.set(token, { token, CardNumber, Holder, ExpirationDate, Brand });
    return token;
  }

  function book(fields: SaleFields): Sale {
    const { Payment } = fields;
    const given = cardOf(fields);
    const card = findCard(fields);
    if (given === undefined || card === null) throw new Error('there is no such card');
    const isCaptured = isTrue(Payment.Capture) || Payment.Type === 'DebitCard';
    const isUnproved = Payment.Type === 'DebitCard' && Payment.ExternalAuthentication === undefined;
    const decision = isUnproved
      ? ({ status: 'denied', returnCode: 'AI', returnMessage: 'Authentication not done' } as const)
      : (decisions.shift() ?? decideByNumber(card.CardNumber, isCaptured));
    const savesCard = 'SaveCard' in given && isTrue(given.SaveCard);
    const sale: Sale = {
      paymentId: random.uuid(),
      tid: random.digits(13),
      proofOfSale: random.digits(6),
      authorizationCode: random.digits(6),
      fields: withoutCard(fields),
      brand: given.Brand,
      maskedNumber: mask(card.CardNumber),
      holder: card.Holder,
      expirationDate: card.ExpirationDate,
      cardToken: savesCard ? storeCard(card) : 'CardToken' in given ? given.CardToken : null,
      brandTransactionId: given.CardOnFile?.Usage === 'First' ? random.digits(15) : null,
      receivedAt: clock.now(),
      status: STATUS.notFinished,
      risk: Payment.FraudAnalysis === undefined ? null : RISK[risks.shift() ?? 'accept'],
      returnCode: '',
      returnMessage: '',
      merchantAdviceCode: null,
      capturedAmount: 0,
      capturedAt: null,
      voidedAmount: 0,
      voidedAt: null,
    };
    sales.set(sale.paymentId, sale);
    // What is rejected is sent to no bank.
    if (sale.risk === RISK.reject) sale.status = STATUS.aborted;
    else decide(sale, decision);
    return sale;
  }

  /** Also ends a sale that was left unfinished. */
  function decide(sale: Sale, decision: Decision): void {
    const { Payment } = sale.fields;
    sale.returnCode = decision.returnCode;
    sale.returnMessage = decision.returnMessage ?? DONE;
    sale.merchantAdviceCode = decision.merchantAdviceCode ?? null;
    if (decision.status === 'unfinished') return;
    if (decision.status === 'denied') {
      sale.status = STATUS.denied;
    } else if (isTrue(Payment.Capture) || Payment.Type === 'DebitCard') {
      confirm(sale, Payment.Amount);
    } else {
      sale.status = STATUS.authorized;
    }
  }

  function confirm(sale: Sale, amount: number): void {
    sale.status = STATUS.confirmed;
    sale.capturedAmount = amount;
    sale.capturedAt = clock.now();
  }

  /** Once, of all or of a part; null where the sale cannot be captured. */
  function capture(sale: Sale, amount = sale.fields.Payment.Amount): Change | null {
    const isOver = clock.now() > sale.receivedAt + CAPTURE_MS;
    const isTooMuch = amount > sale.fields.Payment.Amount;
    if (sale.status !== STATUS.authorized || isOver || isTooMuch || amount < 1) return null;
    confirm(sale, amount);
    return { returnCode: '6', returnMessage: DONE };
  }

  /**
   * Before the capture all of it; afterwards parts, as often as there is something left. Null where
   * the sale cannot be voided at all.
   */
  function void_(sale: Sale, wanted?: number): Change | null {
    const isCaptured = sale.status === STATUS.confirmed;
    if (sale.status !== STATUS.authorized && !isCaptured) return null;
    const whole = isCaptured ? sale.capturedAmount : sale.fields.Payment.Amount;
    const left = whole - sale.voidedAmount;
    const amount = wanted ?? left;
    const refused = voidRefusals.shift();
    if (refused !== undefined) return refused;
    if (clock.now() > sale.receivedAt + VOID_MS) {
      return { returnCode: '101', returnMessage: 'Cancel period expired' };
    }
    if (amount < 1 || amount > left) {
      return { returnCode: '102', returnMessage: 'Cancel amount above the original amount' };
    }
    if (!isCaptured && amount < whole) {
      return { returnCode: '41', returnMessage: 'Status does not allow cancel' };
    }
    sale.voidedAmount += amount;
    sale.voidedAt = clock.now();
    if (sale.voidedAmount === whole) {
      const isSameDay = dayInBrazil(clock.now()) === dayInBrazil(sale.receivedAt);
      sale.status = isSameDay ? STATUS.voided : STATUS.refunded;
    }
    const isWhole = amount === whole;
    return { returnCode: isWhole ? '9' : '0', returnMessage: DONE };
  }

  function saleOf(paymentId: string): Sale {
    const sale = sales.get(paymentId);
    if (sale === undefined) throw new Error(`there is no payment ${paymentId}`);
    return sale;
  }

  return {
    sales,
    cards,
    findCard,
    storeCard,
    book,
    capture,
    void: void_,
    /** Newest first. */
    salesOf: (merchantOrderId: string) =>
      [...sales.values()]
        .filter(({ fields }) => fields.MerchantOrderId === merchantOrderId)
        .reverse(),
    /** What becomes of the next sale that is booked, whatever its card. */
    decideNext: (decision: Decision) => void decisions.push(decision),
    /** What the antifraud thinks of the next sale whose risk is judged. */
    judgeNext: (risk: Risk) => void risks.push(risk),
    /** What becomes of a sale that was left unfinished. */
    finish: (paymentId: string, decision: Decision) => {
      const sale = saleOf(paymentId);
      if (sale.status !== STATUS.notFinished) throw new Error('the payment is finished');
      decide(sale, decision);
    },
    /** Somebody voids a sale at the acquirer's own pages; all that is left unless told. */
    voidAtPages: (paymentId: string, amount?: number) => {
      const change = void_(saleOf(paymentId), amount);
      if (change?.returnMessage !== DONE) throw new Error('it cannot be voided');
    },
    /** The next void is refused with that code: `72` where the merchant's balance does not do. */
    refuseNextVoid: (change: Change) => void voidRefusals.push(change),
    /** The acquirer gives up a sale by itself. */
    abort: (paymentId: string) => {
      saleOf(paymentId).status = STATUS.aborted;
    },
  };
}

export type Book = ReturnType<typeof createBook>;

function withoutCard(fields: SaleFields): KeptFields {
  const { CreditCard: _, DebitCard: __, ...payment } = fields.Payment;
  return { ...fields, Payment: payment };
}
