import { describe, expect, it } from 'vitest';
import { isEveryday } from '../../../scripts/checks/test-tags.ts';
import type { Contract } from '../../../simulators/server/payment-calendar.ts';
import { attemptKeyOf } from '../../providers/attempt-key.ts';
import { sampleChance } from '../../sandbox/samples/sample-chance.ts';
import { createLedgerStore } from '../../store/tables/ledger/ledger.ts';
import type { AgendaRow } from '../../testing/acquirer-agenda.ts';
import { agendaOf, byDay, dayAfter, takeBack } from '../../testing/acquirer-agenda.ts';
import { COMPANY, openMoneyWorld } from '../../testing/money-world.ts';
import type { TestDatabase } from '../../testing/test-db.ts';
import { testDatabases } from '../../testing/test-db.ts';
import { disagreementOf } from '../../testing/test-killed-service.ts';
import { newReference, validPayout } from '../../testing/test-service.ts';
import { sumOf } from './ledger.ts';

/*
 * A year of random sales, refunds, disputes and payouts before acquirers as they are played. At every
 * midnight of São Paulo the receivables are what an agenda of its own has of the acquirer's book, and
 * the merchant has what a model adds up. `RANDOM_RUNS` and `RANDOM_SEED` as in CONTRIBUTING.
 */
const { RANDOM_SEED = 1, RANDOM_RUNS = 1 } = process.env;
const DAYS = isEveryday ? 60 : 365;
const seeds = Array.from({ length: Number(RANDOM_RUNS) }, (_, nth) => Number(RANDOM_SEED) + nth);
/** Cielo tells of no dispute but on paper, which an operator enters. */
const PROVIDERS = [
  { provider: 'mercadopago', tags: [] },
  { provider: 'cielo', tags: ['rare'] },
];
const LONG = { timeout: 300_000 };

const CONTRACT: Contract = { days: 30, intervalDays: 30, basisPoints: 349 };
const DAY_MS = 86_400_000;
/** São Paulo's midnight in UTC; it has had no summer time since 2019. */
const MIDNIGHT_MS = 3 * 3_600_000;
const OPENING = 1_000_000;
/** What the round does that releases what is due. */
const RELEASES_EVERY_MS = 60_000;
const DEEDS = ['sell', 'sell', 'sell', 'refund', 'depart', 'depart', 'pay out'] as const;

/** Has a name, so that it is planned once and not for every day. */
const OWED = {
  name: 'test_agenda',
  text: `SELECT due_on AS day, sum(amount)::bigint AS amount, sum(fee)::bigint AS fee,
    sum(returned)::bigint AS returned FROM receivables
    WHERE company_id = '${COMPANY}' GROUP BY due_on ORDER BY due_on`,
  values: [],
};

/** `waiting` is for `days`; `gone`: what its buyer has back; `taken`: of that, by a dispute. */
type Sale = {
  id: string;
  key: string;
  amount: number;
  gone: number;
  waiting: number;
  days: string[];
  taken: { waiting: number; others: number } | null;
  isOver: boolean;
  rows: AgendaRow[];
};

async function openShop(database: TestDatabase, provider: string) {
  const world = await openMoneyWorld([{ method: 'CREDIT_CARD', provider }], { database });
  const terms = { 'settlement-days': '30', 'settlement-fees': `1:${CONTRACT.basisPoints}` };
  const { operator } = world;
  await operator.run('provider rotate', { company: COMPANY, provider, ...terms });
  await operator.run('company set-capabilities', {
    company: COMPANY,
    'available-at': 'settlement',
  });
  await operator.run('company set-fees', { company: COMPANY, 'credit-card': '0+0', payout: '0+0' });
  // What was read of the credentials is used for some seconds.
  world.advance(60_000);
  return world;
}

async function liveAYear(seed: number, provider: string, database: TestDatabase): Promise<void> {
  const world = await openShop(database, provider);
  const party = world.partyOf('CREDIT_CARD');
  const ledger = createLedgerStore(world.db);
  const chance = sampleChance(seed);
  const sales: Sale[] = [];
  const deeds: string[] = [];
  let [available, debt, paidOut] = [OPENING, 0, 0];
  /** What is contested on paper, by the keys of sales. */
  const paper = new Map<string, number>();
  const today = () => new Date(world.now() - MIDNIGHT_MS).toISOString().slice(0, 10);
  const call = (path: string, body?: object) =>
    world.call(0, body === undefined ? 'GET' : 'POST', path, body);

  const credit = (amount: number) => {
    const paid = Math.min(amount, debt);
    debt -= paid;
    available += amount - paid;
  };
  const take = (sale: Sale, amount: number) => {
    const waiting = Math.min(amount, sale.waiting);
    const covered = Math.min(amount - waiting, available);
    sale.waiting -= waiting;
    available -= covered;
    debt += amount - waiting - covered;
    return { waiting, others: amount - waiting };
  };
  const giveAgain = (sale: Sale, { waiting, others }: { waiting: number; others: number }) => {
    if (waiting > 0 && sale.days.length === 0) sale.days = [sale.rows.at(-1)?.day ?? ''];
    sale.waiting += waiting;
    credit(others);
  };

  /** What its acquirer's book has of a sale now, and what that means for its merchant. */
  function follow(sale: Sale): void {
    const entry = party.book.entryOf(sale.key);
    const returned = entry.returned;
    const contested = entry.contested + (paper.get(sale.key) ?? 0);
    const more = returned + contested - sale.gone;
    takeBack(sale.rows, more, today());
    sale.gone += more;
    if (more < 0 && sale.taken !== null) giveAgain(sale, sale.taken);
    const taken = more > 0 ? take(sale, more) : null;
    sale.taken = contested > 0 ? (taken ?? sale.taken) : null;
  }

  async function sell(): Promise<void> {
    const [amount, parts] = [chance.between(100, 90_000), chance.between(1, 12)];
    const order: { card?: object } = world.orderBy('CREDIT_CARD', newReference(), amount);
    const body = { ...order, card: { ...order.card, installments: parts } };
    const { body: sold } = await call('/payin', body);
    expect(sold.status).toBe('APPROVED');
    const [id, key] = [String(sold.id), attemptKeyOf(sold.id)];
    const { paid: centavos } = party.book.entryOf(key);
    const rows = agendaOf({ soldOn: today(), centavos, parts }, CONTRACT);
    const days = rows.map(({ day }) => day);
    const fresh = { gone: 0, waiting: amount, taken: null, isOver: false };
    sales.push({ id, key, amount, days, rows, ...fresh });
  }

  async function refund(sale: Sale): Promise<void> {
    const amount = chance.between(1, sale.amount - sale.gone);
    const isRefused = chance.happens(0.2);
    const isCovered = amount <= sale.waiting + available;
    if (isRefused && isCovered) party.book.refuseRefund?.();
    const asked = await call(`/payin/${sale.id}/refund`, { amount, referenceId: newReference() });
    expect(asked.status).toBe(isCovered ? 201 : 400);
    if (isCovered) expect(asked.body.status).toBe(isRefused ? 'FAILED' : 'DONE');
  }

  /** A dispute comes or ends by a letter of the acquirer, which nothing else tells of. */
  async function enter({ id: payin, key }: Sale, name: string, amount: number): Promise<void> {
    const named = { payin, document: `letter-${deeds.length}` };
    if (name === 'contested') {
      const about = {
        nature: 'chargeback',
        reference: `case-${deeds.length}`,
        amount: `${amount}`,
      };
      await world.operator.run('payin dispute', { ...named, ...about });
      paper.set(key, amount);
    } else {
      await world.operator.run('payin end-dispute', { ...named, outcome: name });
      if (name === 'won') paper.delete(key);
    }
  }

  async function depart(sale: Sale): Promise<void> {
    const ways = party.book.departures('CREDIT_CARD');
    const isOnPaper = !('contested' in ways);
    const open = sale.taken === null ? ['given back at its pages', 'contested'] : ['won', 'lost'];
    const name = open[chance.between(0, 1)] ?? '';
    deeds.push(`... ${name}`);
    const amount = chance.between(1, Math.max(1, sale.amount - sale.gone));
    if (isOnPaper && name !== 'given back at its pages') await enter(sale, name, amount);
    else {
      Object.entries(ways).find(([way]) => way === name)?.[1](sale.key, amount);
      const told = party.told.CREDIT_CARD;
      if (told === undefined) throw new Error('nothing is told of cards');
      expect(await world.notify(0, party, told.tell(sale.key))).toBe(true);
    }
    // Nothing more becomes of what was contested before this acquirer.
    if (name === 'won' || name === 'lost') sale.isOver = true;
  }

  async function payOut(amount: number): Promise<void> {
    const isCovered = amount <= available;
    const asked = await call('/payout', validPayout({ amount }));
    expect(asked.status).toBe(isCovered ? 201 : 400);
    if (!isCovered) return;
    available -= amount;
    paidOut += amount;
  }

  async function act(): Promise<void> {
    const open = sales.filter((one) => !one.isOver);
    const sale = open[chance.between(0, Math.max(0, open.length - 1))];
    const deed = chance.pick(DEEDS);
    deeds.push(`${today()} ${deed} ${sale?.id}`);
    if (deed === 'pay out') return payOut(chance.between(1, 2 * (available + 1)));
    if (deed === 'sell' || sale === undefined) return sell();
    const isContested = sale.taken !== null;
    if (!isContested && sale.gone === sale.amount) return;
    if (deed === 'depart') await depart(sale);
    else if (!isContested) await refund(sale);
    follow(sale);
  }

  /** The last moment of a day: what comes with the next one cannot be paid out yet. */
  async function goThroughMidnight(): Promise<void> {
    const tomorrow = dayAfter(today(), 1);
    world.advance(Date.parse(`${tomorrow}T03:00:00Z`) - 1 - world.now());
    const due = sales.filter(({ days: [next] }) => next !== undefined && next <= tomorrow);
    const coming = due.reduce((sum, one) => sum + Math.floor(one.waiting / one.days.length), 0);
    const wanted = available + coming - debt;
    const isTried = coming > debt && chance.happens(0.3);
    if (isTried) await payOut(wanted);
    // Where nothing is due a round that releases nothing is tried now and then.
    const isQuiet = due.length === 0 && chance.happens(0.8);
    await world.pass(1, isQuiet ? [] : [RELEASES_EVERY_MS]);
    for (const sale of sales) {
      while (sale.days[0] !== undefined && sale.days[0] <= tomorrow) {
        const part = Math.floor(sale.waiting / sale.days.length);
        sale.waiting -= part;
        sale.days.shift();
        credit(part);
      }
    }
    if (isTried) await payOut(wanted);
    await compare();
  }

  async function compare(): Promise<void> {
    const owed = await world.db.query<AgendaRow>(OWED);
    const agenda = byDay(sales.flatMap(({ rows }) => rows));
    const what = () => `${today()}, seed ${seed}:\n${deeds.join('\n')}`;
    // What is alike to the letter need not be looked through row by row.
    if (JSON.stringify(owed) !== JSON.stringify(agenda)) expect(owed, what()).toEqual(agenda);
    const balances = await ledger.readBalances(COMPANY);
    expect(sumOf(balances)).toBe(0);
    const waiting = sales.reduce((sum, one) => sum + one.waiting, 0);
    const own = [balances.available ?? 0, 0 - (balances.debt ?? 0), balances.waiting ?? 0];
    expect(own, what()).toEqual([available, debt, waiting]);
    // Of no sale is more had than its acquirer has paid by now, or than is left of it.
    const now = today();
    const paid = sales.reduce((sum, { rows, amount, gone }) => {
      const due = rows.filter(({ day }) => day <= now);
      return (
        sum +
        Math.min(
          amount - gone,
          due.reduce((all, one) => all + one.amount, 0),
        )
      );
    }, 0);
    expect(paidOut + available - debt - OPENING, what()).toBeLessThanOrEqual(paid);
  }

  try {
    for (let day = 0; day < DAYS; day += 1) {
      if (chance.happens(0.2)) {
        world.advance(
          chance.between(0, Date.parse(`${dayAfter(today(), 1)}T03:00:00Z`) - 1 - world.now()),
        );
        await act();
      }
      await goThroughMidnight();
    }
    const { body } = await call('/balance');
    const told: { date: string; amount: number }[] = body.waitingDays;
    expect(told.reduce((sum, one) => sum + one.amount, 0)).toBe(body.waitingFunds);
    expect(told.every(({ date }) => date > today())).toBe(true);
    while (sales.some(({ days }) => days.length > 0)) {
      world.advance(9 * DAY_MS);
      await goThroughMidnight();
    }
    expect(await disagreementOf(world.db)).toBeNull();
  } finally {
    await world.stop();
  }
}

describe.each(testDatabases())('a year of sales by card on $engine', LONG, (database) => {
  for (const { provider, tags } of PROVIDERS) {
    it.each(seeds)(
      `is owed as ${provider} pays, available no sooner, by seed %i`,
      { tags },
      (seed) => liveAYear(seed, provider, database),
    );
  }
});
