import { availableOf, endOf } from './expected.mjs';

const HAS_MONEY = new Set(['APPROVED', 'REFUNDED']);

/** What was told by answers (`book`) and by events (`told`), beside the rows of the database. */
export function compareRows({ book, told, rows, findings }) {
  compareOrders(book, rows, findings);
  compareReferences(book, rows, findings);
  compareRefunds(book, rows, findings);
  compareEvents(told, rows, findings);
  compareProvider(rows, findings);
  compareMoney(book, rows, findings);
}

/** Everything acknowledged is there under its id, and has become what it had to. */
function compareOrders(book, { payins, payouts }, { lost }) {
  const byId = new Map([...payins, ...payouts].map((row) => [row.id, row]));
  for (const order of book) {
    if (order.told?.status !== 201) continue;
    const { id } = order.told.body;
    const row = byId.get(id);
    if (row === undefined) {
      lost(`${order.name} ${id} was acknowledged and is not there`);
    } else if (row.reference_id !== order.body.referenceId || row.amount !== order.body.amount) {
      lost(`${order.name} ${id} has another reference or amount than was acknowledged`);
    } else if (row.status !== endOf(order)) {
      lost(`${order.name} ${id} was told as ${order.told.body.status} and is ${row.status}`);
    }
  }
}

/** One order has one payment at most, and there is no payment that nobody ordered. */
function compareReferences(book, { payins, payouts }, { doubled, wrong }) {
  const orders = new Map(book.map((order) => [order.body.referenceId, order]));
  for (const [reference, rows] of groups(payins, 'reference_id')) {
    if (!orders.has(reference)) wrong(`nobody ordered payin ${rows[0].id}`);
    const paid = rows.filter(({ status }) => HAS_MONEY.has(status));
    if (paid.length > 1) doubled(`${reference} has ${paid.length} approved payins`);
    const ends = orders.has(reference) ? endOf(orders.get(reference)) : null;
    if (paid.length > 0 && !HAS_MONEY.has(ends)) wrong(`${reference} was not to be approved`);
  }
  for (const [reference, rows] of groups(payouts, 'reference_id')) {
    if (!orders.has(reference)) wrong(`nobody ordered payout ${rows[0].id}`);
    if (rows.length > 1) doubled(`${reference} has ${rows.length} payouts`);
  }
}

/** What was to be given back was, whole and once; and nothing else. */
function compareRefunds(book, { refunds }, { lost, doubled, wrong }) {
  const ofPayin = new Map(groups(refunds, 'payin_id'));
  for (const order of book.filter(({ act, isDone }) => act === 'giveBack' && isDone)) {
    if (order.told?.status !== 201) continue;
    const { id } = order.told.body;
    const [first, ...more] = ofPayin.get(id) ?? [];
    ofPayin.delete(id);
    if (first === undefined) lost(`the refund of ${id} was acknowledged and is not there`);
    else if (more.length > 0) doubled(`${id} has ${more.length + 1} refunds`);
    else if (first.status !== 'DONE') lost(`refund ${first.id} of ${id} is ${first.status}`);
    else if (first.amount !== order.body.amount) wrong(`refund ${first.id} is of another amount`);
  }
  // What the sandbox was told to give back is a refund as well, answered or not.
  for (const { act, isSent, told } of book) {
    if (act === 'refund' && isSent) ofPayin.delete(told.body.id);
  }
  for (const [id] of ofPayin) wrong(`nobody asked for a refund of ${id}`);
}

/** One event has one id, and no event told of what is not there. */
function compareEvents(told, { payins, payouts, events }, { doubled, wrong }) {
  const ids = new Map();
  for (const { id, transaction_id: transaction, event } of events) {
    const key = `${transaction} ${event}`;
    if (ids.has(key)) doubled(`event of ${key} has two ids`);
    ids.set(key, id);
  }
  const known = new Set([...payins, ...payouts].map(({ id }) => id));
  for (const { id, transactionId, event } of told) {
    if (!known.has(transactionId)) wrong(`${event} told of ${transactionId}, which is not there`);
    else if (ids.get(`${transactionId} ${event}`) !== id) {
      doubled(`${event} of ${transactionId} came as ${id} too`);
    }
  }
}

/** Whatever the acquirer was given belongs to a payment we know of. */
function compareProvider({ takenIn, payins, payouts, declines, refunds }, { doubled }) {
  const known = new Set([
    ...payins.map(({ id }) => `charge|${id}`),
    ...declines.map(({ payin_id: id }) => `charge|${id}`),
    ...payouts.map(({ id }) => `transfer|${id}`),
    ...refunds.map(({ id }) => `refund|${id}`),
  ]);
  for (const key of takenIn) {
    if (!known.has(key)) doubled(`the acquirer has ${key}, and nobody here knows of it`);
  }
}

function compareMoney(book, { balances }, { wrong }) {
  const balanceOf = (name) => balances.find(({ account }) => account === name)?.balance ?? 0;
  const has = balanceOf('available') + balanceOf('debt');
  const expected = availableOf(book);
  if (has !== expected) wrong(`the account has ${has} centavos, by the answers ${expected}`);
}

function groups(rows, column) {
  const found = new Map();
  for (const row of rows) {
    const group = found.get(row[column]);
    if (group === undefined) found.set(row[column], [row]);
    else group.push(row);
  }
  return found;
}
