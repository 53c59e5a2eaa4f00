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
const buyers = new Map(); // whose order it is, by its reference

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
  orders.set(order.referenceId, order);
  buyers.set(order.referenceId, buyer);
  return order;
}

// Your shop's own session: a cookie that no script reads and no other site sends.
function buyerOf(request) {
  return /(?:^|; )buyer=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1];
}

// part: pay
// The page asks the same again where no clear answer reached it. The same order and card are the
// same body, and the service answers it with the payin that there is: nothing is charged twice.
async function pay(chosen, buyer, payerIp) {
  const order = orders.get(chosen.referenceId);
  // An order of somebody else is answered like one that is not there.
  if (!order || buyers.get(chosen.referenceId) !== buyer)
    return { status: 404, body: { error: { code: 'NOT_FOUND' } } };
  // The whole answer goes back to the page: a challenge after the order needs every field of it.
  const { amount } = order;
  const prices = { CREDIT_CARD: amount, PIX: amount, BOLETO: amount, OPEN_FINANCE: amount };
  return checkout.pay({ order: { ...order, prices }, chosen, payerIp });
}
// part end

async function readBody(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}

createServer(async (request, response) => {
  const send = (status, type, body) =>
    response.writeHead(status, { 'content-type': type }).end(body);
  try {
    if (request.method === 'POST' && request.url === '/orders') {
      const buyer = buyerOf(request) ?? randomUUID();
      response.setHeader('set-cookie', `buyer=${buyer}; HttpOnly; SameSite=Lax; Path=/`);
      send(201, 'application/json', JSON.stringify(createOrder(buyer)));
    } else if (request.method === 'POST' && request.url === '/pay') {
      const asked = await readBody(request);
      const payerIp = '203.0.113.7'; // the buyer's address
      const { status, body } = await pay(asked, buyerOf(request), payerIp);
      send(status, 'application/json', JSON.stringify(body));
    } else {
      send(200, 'text/html; charset=utf-8', await readFile(new URL(PAGE, import.meta.url)));
    }
  } catch {
    send(500, 'application/json', '{"error":{"code":"INTERNAL"}}');
  }
}).listen(PORT, () => console.log(`Open http://localhost:${PORT}`));
