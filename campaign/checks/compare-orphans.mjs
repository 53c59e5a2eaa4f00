const HAS_MONEY = new Set(['APPROVED', 'REFUNDED']);

/**
 * Compares what a late acquirer has booked (`charges`) with the rows of the database, once all
 * watches are over. Gives how many charges came late (`found`), were given back (`reversed`), were
 * not (`left`), and how many bookings stay beside how many payins that have money.
 */
export function compareOrphans({ charges, events, rows, findings }) {
  const { lost, doubled, wrong } = findings;
  const counts = { found: 0, reversed: 0, left: 0, stay: 0, paid: 0 };
  const payins = new Map(rows.payins.map((row) => [row.id, row]));
  const reversals = new Map(rows.reversals.map((row) => [row.payin_id, row]));
  const staying = new Map();
  for (const [id, { order, isLate, givenBack, sent }] of charges) {
    if (sent > 1) doubled(`payin ${id} was sent to be charged ${sent} times`);
    if (givenBack.size > 1) doubled(`payin ${id} was given back ${givenBack.size} times`);
    if (givenBack.size === 0) {
      counts.stay += 1;
      staying.set(order, (staying.get(order) ?? 0) + 1);
      if (!HAS_MONEY.has(payins.get(id)?.status)) {
        lost(`payin ${id} is ${payins.get(id)?.status}, and the acquirer has kept its money`);
      }
    }
    if (!isLate) {
      if (givenBack.size > 0) wrong(`payin ${id} was given back, and was not late`);
      continue;
    }
    counts.found += reversals.has(id) ? 1 : 0;
    if (givenBack.size > 0) counts.reversed += 1;
    else counts.left += 1;
    compareReversal(id, { reversal: reversals.get(id), givenBack, events, rows, findings });
  }
  for (const [order, bookings] of staying) {
    if (bookings > 1) doubled(`${order} has ${bookings} bookings that stay`);
  }
  for (const { id, status, amount } of rows.payins) {
    if (!HAS_MONEY.has(status)) continue;
    counts.paid += 1;
    if (charges.get(id)?.amount !== amount) wrong(`payin ${id} has money, and no such charge`);
  }
  for (const id of reversals.keys()) {
    if (!charges.has(id)) wrong(`payin ${id} has a reversal of no charge`);
  }
  for (const { subject_id: id } of rows.lookUps) wrong(`${id} is still looked at`);
  return counts;
}

/** One reversal, done under the id that the acquirer has, written down and told once. */
function compareReversal(id, { reversal, givenBack, events, rows, findings }) {
  const { lost, doubled, wrong } = findings;
  if (reversal === undefined || reversal.done_at === null) {
    lost(`the late charge of payin ${id} was not given back by our records`);
    return;
  }
  if (!givenBack.has(reversal.id)) wrong(`payin ${id} was given back under another id`);
  const steps = rows.reversalSteps
    .filter(({ subjects }) => subjects.payin === id)
    .map(({ result }) => result)
    .sort();
  if (steps.join() !== 'begun,done') wrong(`the audit log has ${steps} of payin ${id}`);
  const made = rows.events.filter(
    ({ transaction_id: transaction, event }) => transaction === id && event === 'payin.reversed',
  );
  if (made.length > 1) doubled(`payin ${id} has ${made.length} events payin.reversed`);
  const isTold = events.some(
    ({ transactionId, event }) => transactionId === id && event === 'payin.reversed',
  );
  if (!isTold) lost(`nobody was told that the charge of payin ${id} was given back`);
}
