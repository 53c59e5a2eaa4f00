import { inWords } from '../merchant/merchant.mjs';
import { ORDER_KINDS } from '../merchant/order-kinds.mjs';

const WAITS = ['PENDING', 'PROCESSING'];
/** After these a repeat is the same order; after a refusal it is another try. */
const HOLDS_REFERENCE = new Set(['APPROVED', 'PENDING', 'COMPLETED']);
const SENT_AGAIN = 10;

/** Both of what follows, at every service that should know of the orders. */
export async function askAgain({ merchant, bases, orders, findings }) {
  for (const base of bases) await lookUp({ merchant, base, orders, findings });
  for (const base of bases) await sendAgain({ merchant, base, orders, findings });
}

/** Reads acknowledged orders again from the service: same id, and a status that may follow. */
export async function lookUp({ merchant, base, orders, findings }) {
  for (const order of orders.filter(({ told }) => told?.status === 201)) {
    const { id } = order.told.body;
    const found = await read(merchant, base, order);
    if (found === null) {
      findings.lost(`${order.name} ${id} is not found any more`);
    } else if (found.id !== id || found.referenceId !== order.body.referenceId) {
      findings.lost(`${order.name} ${id} is shown as ${found.id}`);
    } else if (!mayBe(order).includes(found.status)) {
      findings.lost(`${order.name} ${id}, told ${inWords(order.told)}, is ${found.status}`);
    }
  }
}

async function sendAgain({ merchant, base, orders, findings }) {
  const held = orders.filter(
    ({ name, told }) => told?.status === 201 && HOLDS_REFERENCE.has(ORDER_KINDS[name].ends),
  );
  for (const order of held.slice(-SENT_AGAIN)) {
    const { id } = order.told.body;
    const answer = await merchant.sendAgain(base, order);
    if (answer?.status !== 201) {
      findings.wrong(`${order.name} ${id}, sent again, was answered ${inWords(answer)}`);
    } else if (answer.body.id !== id) {
      findings.doubled(`${order.name} ${id}, sent again, was answered by ${answer.body.id}`);
    }
  }
}

async function read(merchant, base, { path, body, told }) {
  if (path === '/payout') {
    const answer = await merchant.read(base, `/payout?referenceId=${body.referenceId}`);
    return answer?.body?.data?.length === 1 ? answer.body.data[0] : null;
  }
  const answer = await merchant.read(base, `/payin/${told.body.id}`);
  return answer?.status === 200 ? answer.body : null;
}

function mayBe({ name, act, isSent, isDone, told }) {
  const { ends, acts } = ORDER_KINDS[name];
  // A refund of the merchant's own may be on its way after it was taken.
  if (act !== null && isDone && act !== 'giveBack') return [acts[act]];
  const now = WAITS.includes(told.body.status) ? [...WAITS, ends] : [ends];
  return isSent ? [...now, acts[act]] : now;
}
