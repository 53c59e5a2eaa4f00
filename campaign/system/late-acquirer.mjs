import { createServer } from 'node:http';
import { pause } from '../../scripts/system/wait.mjs';

/** The holder of cards whose first charge of an order is taken in without a word, and booked late. */
export const LATE_HOLDER = 'LATE';
/** So late that the service has given up, however often it was killed before it could look. */
const BOOKED_AFTER_MS = 1_200_000;
/** Before and after what it does, so that a kill may come between the two. */
const SLOWNESS_MS = [0, 60];

/** `charges`: by our reference: order, amount, when booked, by which ids given back. */
export async function startLateAcquirer({ chance, now }) {
  const charges = new Map();
  const orders = new Set();
  const verbs = {
    charge({ reference, orderReference, holder, amount }) {
      const isLate = holder === LATE_HOLDER && !orders.has(orderReference);
      orders.add(orderReference);
      if (!charges.has(reference)) {
        const bookedAt = now() + (isLate ? BOOKED_AFTER_MS : 0);
        const order = orderReference;
        charges.set(reference, { order, amount, isLate, bookedAt, givenBack: new Set(), sent: 0 });
      }
      charges.get(reference).sent += 1;
      return isLate ? null : { kind: 'approved', externalId: `late-${reference}` };
    },
    find({ reference }) {
      const charge = charges.get(reference);
      if (charge === undefined || charge.bookedAt > now()) return { kind: 'not_found' };
      const kind = charge.givenBack.size > 0 ? 'voided' : 'approved';
      return { kind, externalId: `late-${reference}` };
    },
    void({ reference, amount, reversalId }) {
      const charge = charges.get(reference);
      if (charge === undefined || charge.amount !== amount) return { kind: 'unavailable' };
      charge.givenBack.add(reversalId);
      return { kind: 'voided' };
    },
  };
  const server = createServer(async (request, response) => {
    const chunks = [];
    request.on('error', () => undefined);
    for await (const chunk of request) chunks.push(chunk);
    const body = JSON.parse(Buffer.concat(chunks).toString());
    await pause(chance.between(...SLOWNESS_MS));
    const answer = verbs[request.url.slice(1)](body);
    await pause(chance.between(...SLOWNESS_MS));
    if (answer === null) request.socket.destroy();
    else response.end(JSON.stringify(answer));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    charges,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
