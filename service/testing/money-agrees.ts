import { attemptKeyOf } from '../providers/attempt-key.ts';
import type { RoutedMethod } from '../providers/definition.ts';
import type { MoneyWorld } from './money-world.ts';
import { COMPANY } from './money-world.ts';
import type { BookEntry } from './party-books.ts';
import { disagreementOf } from './test-killed-service.ts';

const PAID = ['APPROVED', 'REFUNDED', 'MED', 'CHARGEBACK'];
const OVER = ['CANCELED', 'REFUSED', 'FAILED'];
const TELLS_DEPARTURE = /^payin\.(refunded|refund_done|med|chargeback)$/;

type PayinRow = {
  id: string;
  reference: string;
  status: string;
  method: RoutedMethod;
  /** Centavos that the ledger has of it, its refunds considered. */
  booked: number;
  events: string[];
  refunds: string[];
  /** Centavos at most that came for it and wait for an operator's hand. */
  listed: number;
};

const PAYINS = `SELECT p.id, p.reference_id AS reference, p.status, p.payment_method AS method,
    (SELECT coalesce(-sum(e.amount), 0)::int8 FROM ledger_entries e LEFT JOIN refunds r
      ON r.id = e.source_id AND r.company_id = p.company_id
      WHERE e.company_id = p.company_id AND e.account = 'clearing'
        AND p.id IN (e.source_id, r.payin_id)) AS booked,
    (SELECT coalesce(jsonb_agg(w.event ORDER BY w.sequence), '[]') FROM webhook_events w
      WHERE w.company_id = p.company_id AND w.transaction_id = p.id) AS events,
    (SELECT coalesce(jsonb_agg(r.status), '[]') FROM refunds r
      WHERE r.company_id = p.company_id AND r.payin_id = p.id) AS refunds,
    coalesce((SELECT v.amount FROM reversals v WHERE v.company_id = p.company_id
      AND v.payin_id = p.id AND v.is_by_hand AND v.done_at IS NULL), (SELECT u.paid_amount
      FROM underpayments u WHERE u.company_id = p.company_id AND u.payin_id = p.id
      AND p.charge_state = 'awaiting_payment'), 0)::int8 AS listed
  FROM payins p WHERE p.company_id = '${COMPANY}'`;

/**
 * Where our ledger and the parties' own books differ, what a merchant was never told, and what it was
 * told that is not so: sentences, none where all is well.
 */
export async function disagreementsOf(world: MoneyWorld): Promise<string[]> {
  const payins = await world.read<PayinRow>(PAYINS);
  const said = payins.flatMap((payin) => {
    const known = world.partyOf(payin.method).book.entryOf(attemptKeyOf(payin.id));
    const entry = { ...known, returned: known.returned + (world.handed.get(payin.id) ?? 0) };
    const faults = faultsOf(payin, entry, world.told.get(payin.id) ?? new Set());
    return faults.map((fault) => `${fault}: ${JSON.stringify({ ...payin, ...entry })}`);
  });
  const paid = payins.filter(({ status }) => PAID.includes(status)).map((one) => one.reference);
  for (const twice of paid.filter((reference, at) => paid.indexOf(reference) < at)) {
    said.push(`${twice} is paid twice`);
  }
  const known = new Set(payins.map(({ id }) => attemptKeyOf(id)));
  for (const { book } of world.parties) {
    const strangers = book
      .keys()
      .filter((key) => !known.has(key) && heldOf(book.entryOf(key)) !== 0);
    said.push(...strangers.map((key) => `the party has money of ${key}, which is no payin`));
  }
  const unsent = await world.read<{ id: string }>(
    "SELECT id FROM webhook_events WHERE status <> 'DELIVERED'",
  );
  said.push(...unsent.map(({ id }) => `${id} was never sent`));
  const inLedger = await disagreementOf(world.db);
  return inLedger === null ? said : [...said, inLedger];
}

function heldOf({ paid, returned, contested }: BookEntry): number {
  return paid - returned - contested;
}

function faultsOf(
  { status, booked, events, refunds, listed }: PayinRow,
  entry: BookEntry,
  told: ReadonlySet<string>,
): string[] {
  const held = heldOf(entry);
  const isPaid = PAID.includes(status);
  const ended = refunds.filter((one) => one === 'DONE').length;
  const faults = {
    'the ledger has another amount than the party':
      isPaid && (held < booked || held > booked + listed),
    'the ledger has money of what was not paid': !isPaid && booked !== 0,
    'the party keeps money that nobody sees': !isPaid && held !== 0 && listed === 0,
    'its approval was never told': isPaid && !events.includes('payin.approved'),
    'money that left was never told': events.filter((e) => TELLS_DEPARTURE.test(e)).length < ended,
    'a refund never ended': refunds.includes('PENDING'),
    'was said to be paid': !isPaid && PAID.some((one) => told.has(one)),
    'was said to be over': isPaid && OVER.some((one) => told.has(one)),
  };
  return Object.entries(faults).flatMap(([fault, is]) => (is ? [fault] : []));
}
