import type { Clock, Random } from '../server/harness.ts';
import { knownIn } from '../server/known-in.ts';
import type { CardTokenFields, PaymentFields } from './fields.ts';

export type PaymentStatus =
  | 'approved'
  | 'authorized'
  | 'in_process'
  | 'pending'
  | 'rejected'
  | 'cancelled'
  | 'refunded'
  | 'charged_back';

export type Outcome = { status: PaymentStatus; detail: string };

export type Refund = {
  id: number;
  centavos: number;
  status: 'approved' | 'in_process' | 'rejected';
  createdAt: number;
};

export type Payment = Outcome & {
  id: number;
  fields: PaymentFields;
  centavos: number;
  /** Of the card; null where there is none. */
  card: { firstSix: string; lastFour: string; holder: string } | null;
  /** Of the bank's challenge while the buyer has to pass it. */
  creq: string | null;
  createdAt: number;
  approvedAt: number | null;
  refunds: Refund[];
  /** Until when its charge-back can be answered with documents; null where none are asked for. */
  documentsUntil: number | null;
};

/** The name of the holder decides, as with the real test cards. */
const BY_HOLDER: Readonly<Record<string, Outcome>> = {
  APRO: { status: 'approved', detail: 'accredited' },
  OTHE: { status: 'rejected', detail: 'cc_rejected_other_reason' },
  CONT: { status: 'in_process', detail: 'pending_contingency' },
  CALL: { status: 'rejected', detail: 'cc_rejected_call_for_authorize' },
  FUND: { status: 'rejected', detail: 'cc_rejected_insufficient_amount' },
  SECU: { status: 'rejected', detail: 'cc_rejected_bad_filled_security_code' },
  EXPI: { status: 'rejected', detail: 'cc_rejected_bad_filled_date' },
  FORM: { status: 'rejected', detail: 'cc_rejected_bad_filled_other' },
};

const APPROVED: Outcome = { status: 'approved', detail: 'accredited' };
const CHALLENGE: Outcome = { status: 'pending', detail: 'pending_challenge' };

export function createSeller({ clock, random }: { clock: Clock; random: Random }) {
  const payments = new Map<number, Payment>();
  const tokens = new Map<string, CardTokenFields>();
  const outcomes: Outcome[] = [];
  const refundStates: Refund['status'][] = [];

  const newId = () => Number(`1${random.digits(10)}`);

  const paymentOf = (id: number) => knownIn(payments, id, 'payment');

  function move(payment: Payment, { status, detail }: Outcome): void {
    payment.status = status;
    payment.detail = detail;
    payment.creq = detail === CHALLENGE.detail ? random.letters(60) : null;
    if (status === 'approved') payment.approvedAt ??= clock.now();
  }

  /** `card` is what its token stood for; the token is used up by it. */
  function pay(fields: PaymentFields, card: CardTokenFields | null): Payment {
    if (fields.token !== undefined) tokens.delete(fields.token);
    const payment = newPayment(fields, card, { id: newId(), createdAt: clock.now() });
    const decided = card === null ? undefined : outcomes.shift();
    move(payment, decided ?? usualOutcomeOf(fields, card));
    payments.set(payment.id, payment);
    return payment;
  }

  /** All that is left unless told; null where it cannot be. */
  function refund(payment: Payment, wanted?: number): Refund | null {
    const given = payment.refunds.filter(({ status }) => status !== 'rejected');
    const left = payment.centavos - given.reduce((sum, one) => sum + one.centavos, 0);
    const centavos = wanted ?? left;
    if (payment.status !== 'approved' || centavos < 1 || centavos > left) return null;
    const status = refundStates.shift() ?? 'approved';
    const added: Refund = { id: newId(), centavos, status, createdAt: clock.now() };
    payment.refunds.push(added);
    tellRefunds(payment);
    return added;
  }

  function tellRefunds(payment: Payment): void {
    const done = payment.refunds.filter(({ status }) => status === 'approved');
    const sum = done.reduce((total, { centavos }) => total + centavos, 0);
    if (sum === payment.centavos) move(payment, { status: 'refunded', detail: 'refunded' });
    else if (sum > 0) payment.detail = 'partially_refunded';
  }

  return {
    payments,
    tokens,
    newId,
    move,
    pay,
    refund,
    storeToken: (card: CardTokenFields): string => {
      const token = random.hex(32);
      tokens.set(token, card);
      return token;
    },
    /** What becomes of the next card payment, whoever its holder is. */
    decideNext: (outcome: Outcome) => void outcomes.push(outcome),
    challengeNext: () => void outcomes.push(CHALLENGE),
    endChallenge: (id: number, hasPassed: boolean) => {
      const payment = paymentOf(id);
      if (payment.creq === null) throw new Error('there is no challenge');
      const failed: Outcome = { status: 'rejected', detail: 'cc_rejected_3ds_challenge' };
      move(payment, hasPassed ? APPROVED : failed);
    },
    /** Somebody pays a PIX, a review ends, a charge-back comes. */
    change: (id: number, outcome: Outcome) => move(paymentOf(id), outcome),
    askForDocuments: (id: number, until: Date) => {
      paymentOf(id).documentsUntil = until.getTime();
    },
    /** The seller gives money back at Mercado Pago's own pages; all that is left unless told. */
    refundAtPages: (id: number, centavos?: number) => {
      if (refund(paymentOf(id), centavos) === null) throw new Error('it cannot be given back');
    },
    decideNextRefund: (status: Refund['status']) => void refundStates.push(status),
    endRefund: (paymentId: number, refundId: number, status: 'approved' | 'rejected') => {
      const payment = paymentOf(paymentId);
      const found = payment.refunds.find(({ id }) => id === refundId);
      if (found?.status !== 'in_process') throw new Error('there is no refund in process');
      found.status = status;
      tellRefunds(payment);
    },
  };
}

export type Seller = ReturnType<typeof createSeller>;

function newPayment(
  fields: PaymentFields,
  card: CardTokenFields | null,
  made: Pick<Payment, 'id' | 'createdAt'>,
): Payment {
  return {
    ...made,
    fields,
    centavos: Math.round(fields.transaction_amount * 100),
    card: card && {
      firstSix: card.card_number.slice(0, 6),
      lastFour: card.card_number.slice(-4),
      holder: card.cardholder.name,
    },
    creq: null,
    approvedAt: null,
    refunds: [],
    documentsUntil: null,
    status: 'pending',
    detail: '',
  };
}

function usualOutcomeOf(fields: PaymentFields, card: CardTokenFields | null): Outcome {
  if (fields.payment_method_id === 'bolbradesco') {
    return { status: 'pending', detail: 'pending_waiting_payment' };
  }
  if (card === null) return { status: 'pending', detail: 'pending_waiting_transfer' };
  const [holder = ''] = card.cardholder.name.split(' ');
  return BY_HOLDER[holder] ?? APPROVED;
}
