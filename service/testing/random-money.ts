import type { Fault } from '../../simulators/server/faults.ts';
import { ApiError } from '../base/shared/api-error.ts';
import { attemptKeyOf } from '../providers/attempt-key.ts';
import type { RoutedMethod } from '../providers/definition.ts';
import type { SampleChance } from '../sandbox/samples/sample-chance.ts';
import { sampleChance } from '../sandbox/samples/sample-chance.ts';
import type { MoneyWorld } from './money-world.ts';
import type { Departure } from './party-books.ts';
import type { Verb } from './play-provider.ts';
import { newReference } from './test-service.ts';

/** What has become of an order: its party has done so, or the service on the merchant's asking. */
export type Step = 'paid' | 'refunded' | 'cancelled' | Departure;

type Order = { reference: string; amount: number; refunds: { path: string; body: object }[] };

/** The latest payin of an order, and what its party has of it. */
type Latest = { order: Order; id: string; method: RoutedMethod; key: string; left: number };

const ISSUES: Readonly<Record<RoutedMethod, Verb>> = {
  CREDIT_CARD: 'charge',
  PIX: 'PIX',
  BOLETO: 'boleto',
  OPEN_FINANCE: 'consent',
  PAYOUT: 'payout',
};

const FAULTS = [
  { kind: 'cut' },
  { kind: 'commit_and_cut' },
  { kind: 'html_error', status: 502, isCommitted: true },
  { kind: 'html_error', status: 503, isCommitted: false },
  { kind: 'empty_answer' },
  { kind: 'answer', answer: { status: 429 } },
] as const satisfies readonly Fault[];

/** What happens more often stands more than once. */
const DEEDS = [
  ...(['pay', 'pay', 'pay', 'notice', 'notice', 'refund', 'refund', 'refund again'] as const),
  ...(['depart', 'depart', 'ask', 'cancel', 'look', 'settle'] as const),
  ...(['pay otherwise', 'pay otherwise', 'pay and cancel'] as const),
  ...(['look by hand', 'give back by hand', 'give back by hand'] as const),
] as const;

/** Within which a process that is to die does so. */
const MOST_STATEMENTS = 40;
const TURNS_PER_ORDER = 9;
const MOST_SENT = 10;
/** What is looked up ever more seldom is looked up within this, at the latest. */
const REST_MINUTES = [1, 1, 2, 5, 10, 20, 30, 60, 60, 120, 240, 360, 720, 1_440, 60, 60];

/**
 * Gives what was done, in order. Orders live by chance, among each other: they are paid, cancelled,
 * asked for again, by another method too, given back by whomever, contested; parties tell twice,
 * late, or what was before; answers are lost, and processes die between any two statements.
 */
export async function liveAtRandom(
  world: MoneyWorld,
  { seed, orders: wanted }: { seed: number; orders: number },
  reached: (method: RoutedMethod, step: Step) => void,
): Promise<string[]> {
  const chance = sampleChance(seed);
  const orders: Order[] = [];
  const deeds: string[] = [];
  const any = () => chance.between(0, world.processes - 1);
  const fault = (method: RoutedMethod, verb: Verb, odds: number) => {
    const { verbs, faults } = world.partyOf(method);
    const at = verbs[verb]?.at;
    if (at !== undefined && chance.happens(odds)) faults.next(at, chance.pick(FAULTS));
  };

  /** By one of the methods, each with its own price; at times by two browsers at once. */
  async function ask({ reference, amount }: Order, known?: RoutedMethod): Promise<void> {
    const asking = chance.happens(0.15) ? [1, 2] : [1];
    const bodies = asking.map(() => {
      const nth = chance.between(0, world.methods.length - 1);
      const method = chance.happens(0.5) ? (known ?? world.methods[nth]) : world.methods[nth];
      if (method === undefined) throw new Error('there is no method');
      if (chance.happens(0.3)) world.partyOf(method).told[method]?.leaveOpen?.();
      fault(method, ISSUES[method], 0.2);
      return world.orderBy(method, reference, amount + world.methods.indexOf(method) * 100);
    });
    await Promise.all(bodies.map((body) => world.call(any(), 'POST', '/payin', body)));
  }

  /** Whether it was taken, or there is nothing to tell. */
  async function notify(method: RoutedMethod, key: string): Promise<boolean> {
    const party = world.partyOf(method);
    const notice = party.told[method]?.tell(key);
    if (notice === undefined) return true;
    const times = chance.happens(0.3) ? [1, 2] : [1];
    const taken = await Promise.all(times.map(() => world.notify(any(), party, notice)));
    return taken.includes(true);
  }

  async function depart({ method, key, left }: Latest): Promise<void> {
    const ways = Object.entries(world.partyOf(method).book.departures(method));
    const way = ways[chance.between(0, ways.length - 1)];
    if (way === undefined || left < 1) return;
    const [name, act] = way;
    const amount = chance.happens(0.4) ? left : chance.between(1, left);
    if (isDone(() => act(key, amount))) reached(method, name as Departure);
    if (chance.happens(0.6)) await notify(method, key);
  }

  async function refund({ order, id, method, left }: Latest): Promise<void> {
    const { book } = world.partyOf(method);
    if (chance.happens(0.3)) book.slowRefund?.();
    else if (chance.happens(0.15)) book.refuseRefund?.();
    fault(method, method === 'CREDIT_CARD' ? 'refund of a charge' : 'refund of a PIX', 0.25);
    const part = left > 0 && chance.happens(0.6) ? { amount: chance.between(1, left) } : {};
    const body = { ...part, referenceId: newReference() };
    const asked = { path: `/payin/${id}/refund`, body };
    order.refunds.push(asked);
    const times = chance.happens(0.2) ? [1, 2] : [1];
    const answers = await Promise.all(
      times.map(() => world.call(any(), 'POST', asked.path, asked.body)),
    );
    if (answers.some(({ status }) => status === 201)) reached(method, 'refunded');
  }

  /** An operator asks the provider while it tells, and while the merchant may cancel. */
  async function lookByHand({ id: payin, method, key }: Latest): Promise<void> {
    const looked = operate('payin look-up', { payin });
    const cancelled = chance.happens(0.3)
      ? world.call(any(), 'POST', `/payin/${payin}/cancel`)
      : null;
    await notify(method, key);
    if ((await cancelled)?.status === 200) reached(method, 'cancelled');
    await looked;
  }

  /** What waits for an operator is given back at its party's own pages, where it has some for that. */
  async function giveBackByHand(): Promise<void> {
    const [listed] = await world.read<{ payin: string; amount: number; method: RoutedMethod }>(
      `SELECT p.id AS payin, r.amount, p.payment_method AS method FROM reversals r
        JOIN payins p ON p.company_id = r.company_id AND p.id = r.payin_id
        WHERE r.is_by_hand AND r.done_at IS NULL ORDER BY r.begun_at, p.id LIMIT 1`,
    );
    if (listed === undefined) return;
    const { payin, method, amount } = listed;
    const { book } = world.partyOf(method);
    const key = attemptKeyOf(payin);
    const way = book.departures(method)['given back at its pages'];
    const before = book.entryOf(key).returned;
    if (way !== undefined && !isDone(() => way(key, amount))) return;
    // Who gives it back there sees whether it went, and marks nothing else.
    book.settleRefunds(() => true);
    if (way !== undefined && book.entryOf(key).returned !== before + amount) return;
    const told = chance.happens(0.5) ? notify(method, key) : null;
    const given = { payin, 'acquirer-reference': `by-hand-${deeds.length}` };
    const marked = await operate('orphan mark-returned', given);
    await told;
    if (marked && way === undefined) world.handBack(payin, amount);
  }

  /** Whether it was done: it is refused where somebody else was faster, or nobody answers. */
  async function operate(command: string, options: Record<string, string>): Promise<boolean> {
    try {
      await world.operator.run(command, options);
      return true;
    } catch (error) {
      if (error instanceof ApiError) return false;
      throw error;
    }
  }

  /** One thing happens to one order; what cannot be is let be. */
  async function happen(order: Order): Promise<void> {
    const payins = await world.payinsOf(order.reference);
    // At times a payin that another one has taken the place of.
    const payin = chance.happens(0.8) ? payins.at(-1) : payins[0];
    if (payin === undefined) return ask(order);
    const { id, method, key } = payin;
    const { told, book } = world.partyOf(method);
    const { paid, returned, contested } = book.entryOf(key);
    const latest = { order, id, method, key, left: paid - returned - contested };
    const deed = chance.pick(DEEDS);
    deeds.push(`${deed} of ${id} by ${method}, order ${order.reference}`);
    switch (deed) {
      case 'pay':
        if (paid === 0 && isDone(() => told[method]?.happen(key))) reached(method, 'paid');
        if (chance.happens(0.6)) await notify(method, key);
        return;
      case 'pay otherwise': {
        const ways = Object.entries(told[method]?.otherwise ?? {});
        const [name = '', act] = ways[chance.between(0, ways.length - 1)] ?? [];
        deeds.push(`... ${name}`);
        if (act !== undefined && isDone(() => act(key))) reached(method, 'paid');
        if (chance.happens(0.6)) await notify(method, key);
        return;
      }
      case 'pay and cancel': {
        const cancelled = world.call(any(), 'POST', `/payin/${id}/cancel`);
        if (paid === 0 && isDone(() => told[method]?.happen(key))) reached(method, 'paid');
        if (chance.happens(0.6)) await notify(method, key);
        if ((await cancelled).status === 200) reached(method, 'cancelled');
        return;
      }
      case 'notice':
        await notify(method, key);
        return;
      case 'depart':
        return depart(latest);
      case 'refund':
        return refund(latest);
      case 'refund again': {
        const again = order.refunds.at(-1);
        if (again !== undefined) await world.call(any(), 'POST', again.path, again.body);
        return;
      }
      case 'ask':
        return ask(order, method);
      case 'cancel': {
        const { status } = await world.call(any(), 'POST', `/payin/${id}/cancel`);
        if (status === 200) reached(method, 'cancelled');
        return;
      }
      case 'look':
        await world.call(any(), 'GET', `/payin/${id}`);
        return;
      case 'look by hand':
        return lookByHand(latest);
      case 'give back by hand':
        return giveBackByHand();
      case 'settle':
        return book.settleRefunds(() => chance.happens(0.7));
      default:
        return deed satisfies never;
    }
  }

  for (let turn = 0; turn < wanted * TURNS_PER_ORDER; turn += 1) {
    const dying = chance.happens(0.05) ? any() : null;
    if (dying !== null) {
      deeds.push(`process ${dying} is to die`);
      world.dieAfter(dying, chance.between(0, MOST_STATEMENTS));
    }
    const order = orders[chance.between(0, orders.length - 1)];
    if (order !== undefined && (orders.length === wanted || chance.happens(0.8))) {
      await happen(order);
    } else {
      const amount = chance.between(1_000, 40_000);
      const begun = { reference: newReference(), amount, refunds: [] };
      orders.push(begun);
      deeds.push(`order ${begun.reference} of ${amount}`);
      await ask(begun);
    }
    if (chance.happens(0.1)) {
      world.parties[chance.between(0, world.parties.length - 1)]?.faults.next({}, { kind: 'cut' });
    }
    if (dying !== null) await world.restart(dying);
    else if (chance.happens(0.15)) await world.pass(chance.pick([15_000, 60_000, 240_000]));
  }
  // Who sends notices sends them until they were taken, the last one of each payin late, once what was
  // given back at the party's own pages is decided.
  for (const { book } of world.parties) book.settleRefunds(() => chance.happens(0.7));
  for (const { reference } of orders) {
    for (const { method, key } of await world.payinsOf(reference)) {
      for (let sent = 0; sent < MOST_SENT && !(await notify(method, key)); sent += 1) {
        await world.pass(60_000);
      }
    }
  }
  await rest(world, chance);
  return deeds;
}

async function rest(world: MoneyWorld, chance: SampleChance): Promise<void> {
  for (const minutes of REST_MINUTES) {
    for (const { book } of world.parties) book.settleRefunds(() => chance.happens(0.7));
    await world.pass(minutes * 60_000);
    await world.pass(15_000);
  }
}

function isDone(act: () => void): boolean {
  try {
    act();
    return true;
  } catch {
    return false;
  }
}
