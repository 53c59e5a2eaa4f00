import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isEveryday } from '../../../scripts/checks/test-tags.ts';
import { addDays, bankDayFrom, dayInSaoPaulo } from '../../base/shared/sao-paulo-days.ts';
import { sampleChance } from '../../sandbox/samples/sample-chance.ts';
import { createLedgerStore } from '../../store/tables/ledger/ledger.ts';
import { createReceivableStore } from '../../store/tables/ledger/receivable.ts';
import { opened } from '../../testing/opened.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { disagreementOf } from '../../testing/test-killed-service.ts';
import { startTestService, validPayin, validPayout } from '../../testing/test-service.ts';
import { manualTimers } from '../../testing/test-timers.ts';
import { sumOf } from './ledger.ts';
import { netOf } from './receivable.ts';

/*
 * Random sales, instalments, refunds, disputes and payouts on a clock that is moved, beside a model
 * that adds up what must be there. `RANDOM_RUNS` and `RANDOM_SEED` as in CONTRIBUTING.
 */
const { RANDOM_SEED = 1, RANDOM_RUNS = isEveryday ? 3 : 30 } = process.env;
const seeds = Array.from({ length: Number(RANDOM_RUNS) }, (_, nth) => Number(RANDOM_SEED) + nth);
const DAY_MS = 86_400_000;
const NOW = new Date('2027-01-05T15:00:00Z');

type Row = { day: string; amount: number; fee: number; returned: number };

/** `waiting` is for `days`; `taken`: what a dispute took of it, and of the merchant besides. */
type Sale = {
  id: string;
  left: number;
  waiting: number;
  days: string[];
  taken: { waiting: number; others: number } | null;
  rows: Row[];
};

function nameOf(seed: number): string {
  return `random${seed}`;
}

/** By the terms of the sandbox, each part what is left by the number of those left, rounded down. */
function soldOn(day: string, id: string, amount: number, count: number): Sale {
  const rate = count < 2 ? 249 : count < 7 ? 299 : 349;
  const days = Array.from({ length: count }, (_, nth) => bankDayFrom(addDays(day, 30 + nth * 30)));
  let [gross, fee] = [amount, Math.round((amount * rate) / 10_000)];
  const rows = days.map((due, nth) => {
    const row = {
      ...{ day: due, amount: Math.floor(gross / (count - nth)), returned: 0 },
      fee: Math.floor(fee / (count - nth)),
    };
    gross -= row.amount;
    fee -= row.fee;
    return row;
  });
  return { id, left: amount, waiting: amount, days, taken: null, rows };
}

/** What goes back is borne by days to come, in proportion to what is left; the rest is tomorrow's. */
function returnOf({ rows }: Sale, amount: number, today: string): void {
  const open = rows.filter(({ day }) => day > today);
  const room = open.map((row) =>
    Math.max(0, amount > 0 ? row.amount - row.fee - row.returned : row.returned),
  );
  let roomLeft = room.reduce((total, one) => total + one, 0);
  let left = Math.min(Math.abs(amount), roomLeft);
  let rest = Math.abs(amount) - left;
  for (const [nth, row] of open.entries()) {
    const own = room[nth] ?? 0;
    const part = roomLeft === 0 ? 0 : Math.floor((left * own) / roomLeft);
    row.returned += Math.sign(amount) * part;
    left -= part;
    roomLeft -= own;
  }
  rest *= Math.sign(amount);
  const day = bankDayFrom(addDays(today, 1));
  if (rest !== 0) rows.push({ day, amount: 0, fee: 0, returned: rest });
}

const directory = temporaryFolder('waiting-property');
const sandboxAccountsFile = join(directory, 'accounts.json');

const service = opened(() => {
  const described = seeds.map((seed) => ({
    publicKey: `pk_test_${nameOf(seed)}`,
    secretKey: `sk_test_${nameOf(seed)}`,
    name: nameOf(seed),
    traits: { availableAt: 'settlement', fees: { CREDIT_CARD: { basisPoints: 0, fixed: 0 } } },
  }));
  writeFileSync(sandboxAccountsFile, JSON.stringify(described));
  const { timers } = manualTimers();
  return startTestService({ timers, settings: { sandboxAccountsFile }, now: () => NOW });
});

it.each(seeds)('nothing is available before its day, by seed %i', async (seed) => {
  const name = nameOf(seed);
  const chance = sampleChance(seed);
  const call = (path: string, body?: object) => service.post(name, path, body);
  const control = (id: string, act: string, body?: object) =>
    call(`/sandbox/payins/${id}/${act}`, body);
  const sales: Sale[] = [];
  let [available, debt, moved] = [1_000_000, 0, 0];
  const today = () => dayInSaoPaulo(new Date(NOW.getTime() + moved * DAY_MS));
  const credit = (amount: number) => {
    const paid = Math.min(amount, debt);
    debt -= paid;
    available += amount - paid;
  };
  const take = (sale: Sale, amount: number) => {
    const waiting = Math.min(amount, sale.waiting);
    const covered = Math.min(amount - waiting, available);
    sale.waiting -= waiting;
    sale.left -= amount;
    available -= covered;
    debt += amount - waiting - covered;
    returnOf(sale, amount, today());
    return { waiting, others: amount - waiting };
  };

  async function sell() {
    const [amount, installments] = [chance.between(100, 90_000), chance.between(1, 12)];
    const { card, ...order } = validPayin({ amount });
    const { body } = await call('/payin', { ...order, card: { ...card, installments } });
    sales.push(soldOn(today(), body.id, amount, installments));
  }

  async function move() {
    const days = chance.pick([1, 3, 10, 30, 60]);
    moved += days;
    await call('/sandbox/clock', { advanceSeconds: (days * DAY_MS) / 1_000 });
    for (const sale of sales) {
      while (sale.days[0] !== undefined && sale.days[0] <= today()) {
        const part = Math.floor(sale.waiting / sale.days.length);
        sale.waiting -= part;
        sale.days.shift();
        credit(part);
      }
    }
  }

  async function refund(sale: Sale) {
    if (sale.left < 1 || sale.taken !== null) return;
    const amount = chance.between(1, sale.left);
    if (chance.happens(0.5)) {
      await control(sale.id, 'refund', { amount });
      take(sale, amount);
      return;
    }
    const referenceId = `${name}-${sale.id}-${sale.left}-${moved}`;
    const asked = await call(`/payin/${sale.id}/refund`, { amount, referenceId });
    const isCovered = amount <= sale.waiting + available;
    expect(asked.status).toBe(isCovered ? 201 : 400);
    if (isCovered) take(sale, amount);
  }

  async function dispute(sale: Sale) {
    if (sale.taken !== null) {
      const { waiting, others } = sale.taken;
      await control(sale.id, 'chargeback-reversal');
      returnOf(sale, -(waiting + others), today());
      if (waiting > 0 && sale.days.length === 0) sale.days = [sale.rows.at(-1)?.day ?? ''];
      sale.waiting += waiting;
      sale.left += waiting + others;
      credit(others);
      sale.taken = null;
    } else if (sale.left > 0) {
      await control(sale.id, 'chargeback');
      sale.taken = take(sale, sale.left);
    }
  }

  async function payOut() {
    const amount = chance.between(1, 1_200_000);
    const isCovered = amount <= available;
    const asked = await call('/payout', validPayout({ amount }));
    expect(asked.status).toBe(isCovered ? 201 : 400);
    if (isCovered) available -= amount;
  }

  for (let turn = 0; turn < 25; turn += 1) {
    const sale = sales[chance.between(0, Math.max(0, sales.length - 1))];
    const deed = chance.pick(['sell', 'move', 'move', 'refund', 'dispute', 'pay out'] as const);
    if (deed === 'sell' || sale === undefined) await sell();
    else if (deed === 'move') await move();
    else if (deed === 'refund') await refund(sale);
    else if (deed === 'dispute') await dispute(sale);
    else await payOut();
    const { body } = await service.get(name, '/balance');
    const waiting = sales.reduce((total, one) => total + one.waiting, 0);
    expect([body.available, body.debt, body.waitingFunds]).toEqual([available, debt, waiting]);
    const told: { date: string; amount: number }[] = body.waitingDays;
    expect(told.reduce((total, one) => total + one.amount, 0)).toBe(waiting);
    expect(told.every(({ date }) => date > today())).toBe(true);
  }

  expect(sumOf(await createLedgerStore(service.db).readBalances(name))).toBe(0);
  const kept = await createReceivableStore(service.db).listOf(
    name,
    sales.map(({ id }) => id),
  );
  const byDay = (rows: readonly (readonly [string, number])[]) => {
    const days = new Map<string, number>();
    for (const [day, net] of rows) days.set(day, (days.get(day) ?? 0) + net);
    return Object.fromEntries(days);
  };
  expect(byDay(kept.map((one) => [one.dueOn, netOf(one)]))).toEqual(
    byDay(sales.flatMap(({ rows }) => rows.map((r) => [r.day, r.amount - r.fee - r.returned]))),
  );
});

it('and the ledger agrees with all of it', async () => {
  expect(await disagreementOf(service.db)).toBeNull();
});
