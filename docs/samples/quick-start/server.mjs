import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createCheckoutServer } from 'checkout-sdk/server';

const checkout = createCheckoutServer({
  apiBaseUrl: process.env.BASE_URL ?? 'http://127.0.0.1:4010',
  publicKey: process.env.PUBLIC_KEY ?? 'pk_test_no3ds',
  secretKey: process.env.SECRET_KEY ?? 'sk_test_no3ds', // never leaves this program
});
const PORT = Number(process.env.PORT ?? 3000);
const PAGE = process.env.PAGE ?? 'index.html';

// Your own orders, with your own prices: an amount from the browser is never charged.
const orders = new Map();

function createOrder(buyer) {
  const order = {
    referenceId: `order-${Date.now()}-${orders.size}`,
    amount: 15990,
    isPhysicalProduct: true,
    customer: {
      name: 'Marina Alves Souza',
      document: '52998224725',
      email: 'marina@exemplo.com.br',
      phone: '5511987654321',
      address: {
        street: 'Avenida Paulista',
        number: '1578',
        zipCode: '01310200',
        city: 'São Paulo',
        state: 'SP',
      },
    },
    items: [{ title: 'Café', quantity: 1, unitPrice: 15990 }],
  };
  orders.set(order.referenceId, { order, buyer, payin: null });
  return order.referenceId;
}

// An order of somebody else is answered like one that is not there.
function findOrder(referenceId, buyer) {
  const found = orders.get(referenceId);
  return found?.buyer === buyer ? found : undefined;
}

// Your shop's own session: a cookie that no script reads and no other site sends.
function buyerOf(request) {
  return /(?:^|; )buyer=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1];
}

// part: pay
// The page asks the same again where no clear answer reached it. The same order and card are the
// same body, and the service answers it with the payin that there is: nothing is charged twice.
async function pay(chosen, buyer, payerIp) {
  const found = findOrder(chosen.referenceId, buyer); // only of this session
  if (!found) return { status: 404, body: { error: { code: 'NOT_FOUND' } } };
  const { amount } = found.order;
  const prices = { CREDIT_CARD: amount, PIX: amount, BOLETO: amount, OPEN_FINANCE: amount };
  // The whole answer goes back to the page: a challenge after the order needs every field of it.
  const answer = await checkout.pay({ order: { ...found.order, prices }, chosen, payerIp });
  if (answer.body.id) found.payin = answer.body;
  return answer;
}
// part end

async function readBody(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}

createServer(async (request, response) => {
  const send = (status, body) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const url = new URL(request.url, `http://localhost:${PORT}`);
  const buyer = buyerOf(request) ?? randomUUID();
  const asked = url.searchParams.get('order');
  try {
    if (request.method === 'POST' && url.pathname === '/pay') {
      const payerIp = '203.0.113.7'; // the buyer's address
      const { status, body } = await pay(await readBody(request), buyer, payerIp);
      send(status, body);
    } else if (url.pathname === '/order') {
      const found = findOrder(asked, buyer);
      // A PIX may have been paid since.
      const payin = found?.payin && (await checkout.payins.get(found.payin.id));
      if (found) send(200, { order: found.order, payin });
      else send(404, { error: { code: 'NOT_FOUND' } });
    } else if (url.pathname !== '/') {
      send(404, { error: { code: 'NOT_FOUND' } });
    } else if (asked === null) {
      // The address keeps the order: a reload is no second one.
      url.searchParams.set('order', createOrder(buyer));
      response.setHeader('set-cookie', `buyer=${buyer}; HttpOnly; SameSite=Lax; Path=/`);
      response.writeHead(303, { location: url.pathname + url.search }).end();
    } else {
      const page = await readFile(new URL(PAGE, import.meta.url));
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
    }
  } catch {
    send(500, { error: { code: 'INTERNAL' } });
  }
}).listen(PORT, () => console.log(`Open http://localhost:${PORT}`));
