import type { Clock, Random } from '../server/harness.ts';
import { writePixId } from '../server/harness.ts';
import { knownIn } from '../server/known-in.ts';
import type { CobFields } from './fields.ts';

export type ChargeStatus =
  | 'ATIVA'
  | 'CONCLUIDA'
  | 'REMOVIDA_PELO_USUARIO_RECEBEDOR'
  | 'REMOVIDA_PELO_PSP';

/** A charge (`cob`) as the bank keeps it. There is no state for one that expired. */
export type Charge = {
  txid: string;
  revision: number;
  createdAt: number;
  fields: CobFields;
  locationId: number;
  location: string;
  status: ChargeStatus;
};

export type RefundStatus = 'EM_PROCESSAMENTO' | 'DEVOLVIDO' | 'NAO_REALIZADO';

export type Refund = {
  id: string;
  returnId: string;
  amount: string;
  nature: 'ORIGINAL' | 'RETIRADA' | 'MED_FRAUDE' | 'MED_OPERACIONAL' | 'MED_PIX_AUTOMATICO';
  description: string | undefined;
  requestedAt: number;
  settledAt: number | null;
  status: RefundStatus;
  reason: string | null;
};

type RefundOutcome = { status: 'DEVOLVIDO' } | { status: 'NAO_REALIZADO'; reason: string };

export type PayOptions = { isLate?: boolean; isAgain?: boolean };

/** A PIX that arrived; `txid` is null where somebody paid the key itself. */
export type ReceivedPix = {
  endToEndId: string;
  txid: string | null;
  amount: string;
  receivedAt: number;
  refunds: Refund[];
};

const REFUND_DAYS_MS = 90 * 24 * 60 * 60 * 1000;

type PixAccountOptions = {
  clock: Clock;
  random: Random;
  key: string;
  ispb: string;
  locationHost: string;
};

export function createAccount({ clock, random, key, ispb, locationHost }: PixAccountOptions) {
  const charges = new Map<string, Charge>();
  const received = new Map<string, ReceivedPix>();
  let locations = 700;

  function open(txid: string, fields: CobFields): Charge {
    locations += 1;
    const charge: Charge = {
      txid,
      revision: 0,
      createdAt: clock.now(),
      fields,
      locationId: locations,
      location: `${locationHost}/qr/v2/${random.hex(32)}`,
      status: 'ATIVA',
    };
    charges.set(txid, charge);
    return charge;
  }

  const chargeOf = (txid: string) => knownIn(charges, txid, 'charge');
  const pixOf = (endToEndId: string) => knownIn(received, endToEndId, 'PIX');

  function receive(txid: string | null, amount: string): string {
    const endToEndId = writePixId(`E${ispb}`, { clock, random });
    received.set(endToEndId, { endToEndId, txid, amount, receivedAt: clock.now(), refunds: [] });
    return endToEndId;
  }

  /** Gives the PIX's id. `isAgain`: a bank slow to learn of the first lets a second one through. */
  function pay(txid: string, { isLate = false, isAgain = false }: PayOptions = {}): string {
    const charge = chargeOf(txid);
    const { valor, calendario } = charge.fields;
    const isOver = clock.now() >= charge.createdAt + calendario.expiracao * 1000;
    const isPaidAgain = isAgain && charge.status === 'CONCLUIDA';
    if (charge.status !== 'ATIVA' && !isPaidAgain)
      throw new Error(`the charge is ${charge.status}`);
    if (isOver && !isLate) throw new Error('the charge has expired: no payer can pay it');
    charge.status = 'CONCLUIDA';
    return receive(txid, valor.original);
  }

  function addRefund(pix: ReceivedPix, refund: Pick<Refund, 'id' | 'amount' | 'nature'>): Refund {
    const begun = { status: 'EM_PROCESSAMENTO', settledAt: null, reason: null } as const;
    const made = {
      returnId: writePixId(`D${ispb}`, { clock, random }),
      description: undefined,
      requestedAt: clock.now(),
    };
    const added: Refund = { ...refund, ...made, ...begun };
    pix.refunds.push(added);
    return added;
  }

  function settleRefund(endToEndId: string, id: string, outcome: RefundOutcome): void {
    const refund = pixOf(endToEndId).refunds.find((one) => one.id === id);
    if (refund === undefined) throw new Error(`there is no refund ${id}`);
    settle(refund, outcome, clock.now());
  }

  /** Not asked for by the API; all of it unless told, never more. `ORIGINAL`: at the bank's pages. */
  function takeBack(
    endToEndId: string,
    { amount, nature = 'MED_FRAUDE' }: { amount?: string; nature?: Refund['nature'] } = {},
  ): string {
    const pix = pixOf(endToEndId);
    const id = random.letters(20);
    const taken = amount ?? pix.amount;
    const refusal = refusalOf(pix, { id, amount: taken, now: clock.now() });
    if (refusal !== null) throw new Error(refusal);
    addRefund(pix, { id, amount: taken, nature });
    settleRefund(endToEndId, id, { status: 'DEVOLVIDO' });
    return id;
  }

  return {
    key,
    charges,
    received,
    open,
    addRefund,
    refusalOf: (pix: ReceivedPix, id: string, amount: string) =>
      refusalOf(pix, { id, amount, now: clock.now() }),
    pixOf,
    pay,
    /** Somebody pays the key itself: the bank tells nobody of that. */
    payToKey: (amount: string) => receive(null, amount),
    remove: (txid: string) => {
      chargeOf(txid).status = 'REMOVIDA_PELO_PSP';
    },
    settleRefund,
    takeBack,
  };
}

export type PixAccount = ReturnType<typeof createAccount>;

function settle(refund: Refund, outcome: RefundOutcome, now: number): void {
  if (refund.status !== 'EM_PROCESSAMENTO') throw new Error(`the refund is ${refund.status}`);
  refund.status = outcome.status;
  refund.settledAt = outcome.status === 'DEVOLVIDO' ? now : null;
  refund.reason = outcome.status === 'NAO_REALIZADO' ? outcome.reason : null;
}

function refusalOf(
  { refunds, receivedAt, amount: paid }: ReceivedPix,
  { id, amount, now }: { id: string; amount: string; now: number },
): string | null {
  const given = refunds.filter(({ status }) => status !== 'NAO_REALIZADO');
  const sum = given.reduce((total, refund) => total + centavos(refund.amount), 0);
  if (refunds.some((refund) => refund.id === id)) return 'Já há uma devolução com este id.';
  if (now > receivedAt + REFUND_DAYS_MS) return 'O prazo para devolução acabou.';
  return sum + centavos(amount) > centavos(paid) ? 'O valor excede o saldo do Pix.' : null;
}

/** `12.34` as 1234. */
export function centavos(amount: string): number {
  return Number(amount.replace('.', ''));
}
