import { writeBoleto } from '../formats/boleto.ts';
import type { Clock, Random } from '../server/harness.ts';
import { writePixId } from '../server/harness.ts';
import { knownIn } from '../server/known-in.ts';
import type { CardKey, PlainCard } from './card-key.ts';
import type { AuthenticationFields, CardFields, ChargeFields, OrderFields } from './fields.ts';
import { createThreeDS } from './three-d-secure.ts';

export type ChargeStatus = 'PAID' | 'IN_ANALYSIS' | 'DECLINED' | 'CANCELED' | 'WAITING';

/** What becomes of a card's charge. `reasonCode` is the network's own. */
export type Outcome = {
  status: 'PAID' | 'DECLINED' | 'IN_ANALYSIS';
  code: string;
  message: string;
  reasonCode: string;
  merchantAdviceCode?: string;
};

export type UsedCard = PlainCard & { id: string | null };

export type Charge = {
  id: string;
  /** Null where it came of a PIX. */
  fields: ChargeFields | null;
  status: ChargeStatus;
  centavos: number;
  paid: number;
  refunded: number;
  createdAt: number;
  paidAt: number | null;
  outcome: Outcome;
  nsu: string;
  card: UsedCard | null;
  authentication: { fields: AuthenticationFields; status: string } | null;
  boleto: { id: string; line: string; formatted: string } | null;
  endToEndId: string | null;
};

export type Order = {
  id: string;
  fields: OrderFields;
  createdAt: number;
  charge: Charge | null;
  /** Its code, where it asks for a PIX. */
  code: { id: string; expiresAt: number } | null;
};

const SUCCESS: Outcome = { status: 'PAID', code: '20000', message: 'SUCESSO', reasonCode: '00' };
const DECLINED: Outcome = {
  status: 'DECLINED',
  code: '10000',
  message: 'NAO AUTORIZADO PELO EMISSOR DO CARTAO',
  reasonCode: '05',
};

const NEW_CHARGE: Omit<Charge, 'id' | 'nsu' | 'createdAt' | 'fields' | 'centavos'> = {
  status: 'WAITING',
  outcome: SUCCESS,
  paid: 0,
  refunded: 0,
  paidAt: null,
  card: null,
  authentication: null,
  boleto: null,
  endToEndId: null,
};

type AccountOptions = { clock: Clock; random: Random; cardKey: CardKey };

/** Of the published test cards, those that are declined; every other one is authorised. */
const DECLINED_CARDS = ['4929291898380766', '5530062640663264'];
const CODE_MS = 24 * 60 * 60 * 1000;

export function createAccount({ clock, random, cardKey }: AccountOptions) {
  const orders = new Map<string, Order>();
  const charges = new Map<string, Charge>();
  const cards = new Map<string, PlainCard>();
  const threeDS = createThreeDS({ clock, random });
  const outcomes: Outcome[] = [];
  const newId = (prefix: string) => `${prefix}_${random.uuid().toUpperCase()}`;

  const chargeOf = (id: string) => knownIn(charges, id, 'charge');

  function addCharge(facts: Partial<Charge> & Pick<Charge, 'fields' | 'centavos'>): Charge {
    const [id, nsu] = [newId('CHAR'), random.digits(12)];
    const charge: Charge = { ...NEW_CHARGE, id, nsu, createdAt: clock.now(), ...facts };
    charges.set(charge.id, charge);
    return charge;
  }

  function chargeCard(fields: ChargeFields, card: UsedCard): Charge {
    const { payment_method: method, amount } = fields;
    if (method.type === 'BOLETO') throw new Error('a boleto has no card');
    const charge = addCharge({ fields, centavos: amount.value, card });
    const proof = method.authentication_method;
    if (proof !== undefined) {
      const own = proof.id === undefined ? undefined : threeDS.authentications.get(proof.id);
      if (own !== undefined) own.isUsed = true;
      charge.authentication = { fields: proof, status: own?.status ?? 'AUTHENTICATED' };
    }
    const usual = DECLINED_CARDS.includes(card.number) ? DECLINED : SUCCESS;
    decide(charge, outcomes.shift() ?? usual, clock.now());
    return charge;
  }

  function open(fields: OrderFields, card: UsedCard | null): Order {
    const [asked] = fields.charges ?? [];
    const [code] = fields.qr_codes ?? [];
    const made = { id: newId('ORDE'), createdAt: clock.now() };
    const order: Order = { ...made, fields, charge: null, code: null };
    if (code !== undefined) {
      const { expiration_date: end } = code;
      const expiresAt = end === undefined ? clock.now() + CODE_MS : Date.parse(end);
      order.code = { id: newId('QRCO'), expiresAt };
    }
    if (asked?.payment_method.type === 'BOLETO') {
      const boleto = newBoleto(asked, asked.payment_method.boleto.due_date, random);
      order.charge = addCharge({ fields: asked, centavos: asked.amount.value, boleto });
    } else if (asked !== undefined && card !== null) {
      order.charge = chargeCard(asked, card);
    }
    orders.set(order.id, order);
    return order;
  }

  /** `isLate`: a boleto was paid before it was written off, and its bank tells of that now. */
  function pay(orderId: string, { isLate = false }: { isLate?: boolean } = {}): void {
    const order = knownIn(orders, orderId, 'order');
    if (order.code !== null) {
      if (order.charge !== null) throw new Error('the code is paid');
      if (clock.now() >= order.code.expiresAt) throw new Error('the code has expired');
      const endToEndId = writePixId('E08561701', { clock, random });
      const centavos = order.fields.qr_codes?.[0]?.amount.value ?? 0;
      order.charge = addCharge({ fields: null, centavos, endToEndId });
      markPaid(order.charge, clock.now());
    } else if (
      order.charge?.boleto &&
      (order.charge.status === 'WAITING' || (isLate && order.charge.paid === 0))
    ) {
      markPaid(order.charge, clock.now());
    } else {
      throw new Error('there is nothing to pay');
    }
  }

  return {
    orders,
    charges,
    cards,
    threeDS,
    cardOf: (fields: CardFields) => cardOf(fields, { cards, cardKey }),
    open,
    pay,
    /** Nobody can pay its boleto any more. */
    writeOff: (orderId: string) => writeOff(knownIn(orders, orderId, 'order')),
    cancel,
    /** The seller gives money back at PagBank's own pages. */
    cancelAtPages: (id: string, centavos: number) => {
      if (!cancel(chargeOf(id), centavos)) throw new Error('it cannot be given back');
    },
    /** What becomes of the next charge of a card, whichever it is. */
    decideNext: (outcome: Partial<Outcome>) => void outcomes.push({ ...DECLINED, ...outcome }),
    endAnalysis: (id: string, isAccepted: boolean) => {
      const charge = chargeOf(id);
      if (charge.status !== 'IN_ANALYSIS') throw new Error('there is no analysis');
      decide(charge, isAccepted ? SUCCESS : DECLINED, clock.now());
    },
  };
}

export type Account = ReturnType<typeof createAccount>;

function writeOff({ charge }: Order): void {
  if (!charge?.boleto || charge.status !== 'WAITING') throw new Error('nothing can be written off');
  charge.status = 'CANCELED';
}

function newBoleto({ amount }: ChargeFields, dueDate: string, random: Random): Charge['boleto'] {
  const free = random.digits(25);
  const { line, formatted } = writeBoleto({ bank: '033', free, dueDate, centavos: amount.value });
  return { id: random.uuid(), line, formatted };
}

function cardOf(
  fields: CardFields,
  { cards, cardKey }: { cards: ReadonlyMap<string, PlainCard>; cardKey: CardKey },
): UsedCard | null {
  const { id = null, encrypted, number } = fields;
  if (id !== null) {
    const stored = cards.get(id);
    return stored ? { ...stored, id } : null;
  }
  if (encrypted !== undefined) {
    const plain = cardKey.read(encrypted);
    return plain && { ...plain, id };
  }
  return {
    number: number ?? '',
    securityCode: fields.security_code ?? '',
    month: `${fields.exp_month}`.padStart(2, '0'),
    year: `${fields.exp_year}`,
    holder: fields.holder?.name ?? '',
    id,
  };
}

function decide(charge: Charge, outcome: Outcome, now: number): void {
  charge.outcome = outcome;
  charge.status = outcome.status;
  if (outcome.status === 'PAID') markPaid(charge, now);
}

function markPaid(charge: Charge, now: number): void {
  charge.status = 'PAID';
  charge.paid = charge.centavos;
  charge.paidAt = now;
}

/** Whether it could be given back, all of it or a part. */
function cancel(charge: Charge, centavos: number): boolean {
  if (charge.status !== 'PAID' || centavos > charge.paid - charge.refunded) return false;
  charge.refunded += centavos;
  if (charge.refunded === charge.paid) charge.status = 'CANCELED';
  return true;
}
