import type { Contract } from '../../simulators/server/payment-calendar.ts';

/*
 * What an acquirer owes of its sales and when, worked out by itself: nothing of the service decides
 * here. Days are `YYYY-MM-DD` in São Paulo, amounts centavos.
 */

/** What is owed of one sale on one day: gross, what is kept of it, what went back to the buyer. */
export type AgendaRow = { day: string; amount: number; fee: number; returned: number };

/**
 * Days of the week on which banks do not work. Sources: Resolução CMN 4.880/2020; Lei 14.759/2023 for
 * 20 November; carnival and Corpus Christi are 48, 47 days before and 60 after Easter.
 */
const CLOSED = [
  ...['2026-12-25', '2027-01-01', '2027-02-08', '2027-02-09', '2027-03-26', '2027-04-21'],
  ...['2027-05-27', '2027-09-07', '2027-10-12', '2027-11-02', '2027-11-15', '2028-02-28'],
  ...['2028-02-29', '2028-04-14', '2028-04-21', '2028-05-01', '2028-06-15', '2028-09-07'],
  ...['2028-10-12', '2028-11-02', '2028-11-15', '2028-11-20', '2028-12-25', '2029-01-01'],
];

export function dayAfter(day: string, days: number): string {
  const at = new Date(`${day}T12:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

/** The day itself where banks work on it, else the next one. */
function payday(day: string): string {
  const weekday = new Date(`${day}T12:00:00Z`).getUTCDay();
  return weekday % 6 === 0 || CLOSED.includes(day) ? payday(dayAfter(day, 1)) : day;
}

/** Each part is what is left by the number of those left, rounded down. */
export function agendaOf(
  { soldOn, centavos, parts }: { soldOn: string; centavos: number; parts: number },
  { days, intervalDays, basisPoints }: Contract,
): AgendaRow[] {
  let [gross, kept] = [centavos, Math.round((centavos * basisPoints) / 10_000)];
  return Array.from({ length: parts }, (_, nth) => {
    const [amount, fee] = [gross, kept].map((one) => Math.floor(one / (parts - nth)));
    gross -= amount ?? 0;
    kept -= fee ?? 0;
    const day = payday(dayAfter(soldOn, days + nth * intervalDays));
    return { day, amount: amount ?? 0, fee: fee ?? 0, returned: 0 };
  });
}

/**
 * So much more went back to the buyer, or less where it is below zero: days to come bear it in
 * proportion to what is left of each, and the rest is taken or given on the next day of banks.
 */
export function takeBack(rows: AgendaRow[], centavos: number, today: string): void {
  const open = rows.filter(({ day }) => day > today);
  const room = open.map(({ amount, fee, returned }) =>
    Math.max(0, centavos > 0 ? amount - fee - returned : returned),
  );
  let roomLeft = room.reduce((total, one) => total + one, 0);
  let left = Math.min(Math.abs(centavos), roomLeft);
  const rest = Math.sign(centavos) * (Math.abs(centavos) - left);
  for (const [nth, row] of open.entries()) {
    const own = room[nth] ?? 0;
    const part = roomLeft === 0 ? 0 : Math.floor((left * own) / roomLeft);
    row.returned += Math.sign(centavos) * part;
    left -= part;
    roomLeft -= own;
  }
  const day = payday(dayAfter(today, 1));
  if (rest !== 0) rows.push({ day, amount: 0, fee: 0, returned: rest });
}

/** Of all sales together, each day once. */
export function byDay(rows: readonly AgendaRow[]): AgendaRow[] {
  const days = new Map<string, AgendaRow>();
  for (const { day, amount, fee, returned } of rows) {
    const sum = days.get(day) ?? { day, amount: 0, fee: 0, returned: 0 };
    sum.amount += amount;
    sum.fee += fee;
    sum.returned += returned;
    days.set(day, sum);
  }
  return [...days.values()].sort((one, other) => (one.day < other.day ? -1 : 1));
}
