import type { Clock } from '../server/clock.ts';
import type { Random } from '../server/random.ts';
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

/** A PIX that arrived; `txid` is null where somebody paid the key itself. */
export type PayOptions = { isLate?: boolean; isAgain?: boolean };

export type ReceivedPix = {
  endToEndId: string;
  txid: string | null;
  amount: string;
  receivedAt: number;
  refunds: Refund[];
};

const REFUND_DAYS_MS = 90 * 24 * 60 * 60 * 1000;

/** The account of one company at the bank: its key, what it asks for, and what was paid. */
export function createAccount({
  clock,
  random,
  key,
  ispb,
  locationHost,
}: {
  clock: Clock;
  random: Random;
  key: string;
  ispb: string;
  locationHost: string;
}) {
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

  function chargeOf(txid: string): Charge {
    const charge = charges.get(txid);
    if (charge === undefined) throw new Error(`there is no charge ${txid}`);
    return charge;
  }

  function pixOf(endToEndId: string): ReceivedPix {
    const pix = received.get(endToEndId);
    if (pix === undefined) throw new Error(`there is no PIX ${endToEndId}`);
    return pix;
  }

  function receive(txid: string | null, amount: string): string {
    const at = new Date(clock.now()).toISOString();
    const minute = at.replace(/\D/g, '').slice(0, 12);
    const endToEndId = `E${ispb}${minute}${random.letters(11)}`;
    received.set(endToEndId, { endToEndId, txid, amount, receivedAt: clock.now(), refunds: [] });
    return endToEndId;
  }

  /**
   * Pays a charge as a payer's bank would, which refuses one that is over; gives the PIX's id.
   * `isAgain`: a bank that is slow to learn of the first payment lets a second one through.
   */
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

  /** Why a refund cannot be, or null. */
  function refusalOf(pix: ReceivedPix, id: string, amount: string): string | null {
    const given = pix.refunds.filter(({ status }) => status !== 'NAO_REALIZADO');
    const sum = given.reduce((total, refund) => total + centavos(refund.amount), 0);
    if (pix.refunds.some((refund) => refund.id === id)) return 'Já há uma devolução com este id.';
    if (clock.now() > pix.receivedAt + REFUND_DAYS_MS) return 'O prazo para devolução acabou.';
    if (sum + centavos(amount) > centavos(pix.amount)) return 'O valor excede o saldo do Pix.';
    return null;
  }

  function addRefund(pix: ReceivedPix, refund: Pick<Refund, 'id' | 'amount' | 'nature'>): Refund {
    const minute = new Date(clock.now()).toISOString().replace(/\D/g, '').slice(0, 12);
    const added: Refund = {
      ...refund,
      returnId: `D${ispb}${minute}${random.letters(11)}`,
      description: undefined,
      requestedAt: clock.now(),
      settledAt: null,
      status: 'EM_PROCESSAMENTO',
      reason: null,
    };
    pix.refunds.push(added);
    return added;
  }

  function settleRefund(
    endToEndId: string,
    id: string,
    outcome: { status: 'DEVOLVIDO' } | { status: 'NAO_REALIZADO'; reason: string },
  ): void {
    const refund = pixOf(endToEndId).refunds.find((one) => one.id === id);
    if (refund === undefined) throw new Error(`there is no refund ${id}`);
    if (refund.status !== 'EM_PROCESSAMENTO') throw new Error(`the refund is ${refund.status}`);
    refund.status = outcome.status;
    refund.settledAt = outcome.status === 'DEVOLVIDO' ? clock.now() : null;
    refund.reason = outcome.status === 'NAO_REALIZADO' ? outcome.reason : null;
  }

  /**
   * Money of a PIX goes back without its receiver having asked for that by the API; all of it for
   * fraud where nothing else is said. `ORIGINAL`: they asked at the bank's own pages.
   */
  function takeBack(
    endToEndId: string,
    { amount, nature = 'MED_FRAUDE' }: { amount?: string; nature?: Refund['nature'] } = {},
  ): string {
    const pix = pixOf(endToEndId);
    const id = random.letters(20);
    addRefund(pix, { id, amount: amount ?? pix.amount, nature });
    settleRefund(endToEndId, id, { status: 'DEVOLVIDO' });
    return id;
  }

  return {
    key,
    charges,
    received,
    open,
    addRefund,
    refusalOf,
    pixOf,
    pay,
    /** Somebody pays the key itself: the bank tells nobody of that. */
    payToKey: (amount: string) => receive(null, amount),
    /** The bank removes the charge. */
    remove: (txid: string) => {
      chargeOf(txid).status = 'REMOVIDA_PELO_PSP';
    },
    settleRefund,
    takeBack,
  };
}

export type PixAccount = ReturnType<typeof createAccount>;

/** `12.34` as 1234. */
function centavos(amount: string): number {
  return Number(amount.replace('.', ''));
}
