import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';

const BASE_URL = process.env.BASE_URL ?? 'http://127.0.0.1:4010';
const PUBLIC_KEY = process.env.PUBLIC_KEY ?? 'pk_test_no3ds';
const SECRET_KEY = process.env.SECRET_KEY ?? 'sk_test_no3ds'; // never leaves this program
const KEY_PAIR = `Basic ${Buffer.from(`${PUBLIC_KEY}:${SECRET_KEY}`).toString('base64')}`;
const PORT = Number(process.env.PORT ?? 3000);
const PAGE = process.env.PAGE ?? 'index.html';

// Your own orders, with your own prices: an amount from the browser is never charged.
const orders = new Map();

function createOrder() {
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
  return order;
}

// part: pay
// The page asks the same again where no clear answer reached it. The same order and card are the
// same body, and the service answers it with the payin that there is: nothing is charged twice.
async function pay({ card, antifraud, referenceId }, payerIp) {
  const order = orders.get(referenceId);
  if (!order) return { status: 404, body: '{"error":{"code":"NOT_FOUND"}}' };
  const response = await fetch(`${BASE_URL}/payin`, {
    method: 'POST',
    headers: { authorization: KEY_PAIR, 'content-type': 'application/json' },
    body: JSON.stringify({
      ...order, // amount, referenceId, isPhysicalProduct, customer, items
      paymentMethod: 'CREDIT_CARD',
      payerIp,
      card, // payinCard, as the sdk gave it
      ...(antifraud ? { antifraud } : {}),
    }),
  });
  // The whole answer goes back to the page: a challenge after the order needs every field of it.
  return { status: response.status, body: await response.text() };
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
      send(201, 'application/json', JSON.stringify(createOrder()));
    } else if (request.method === 'POST' && request.url === '/pay') {
      const { status, body } = await pay(await readBody(request), '203.0.113.7'); // the buyer's address
      send(status, 'application/json', body);
    } else {
      send(200, 'text/html; charset=utf-8', await readFile(new URL(PAGE, import.meta.url)));
    }
  } catch {
    send(500, 'application/json', '{"error":{"code":"INTERNAL"}}');
  }
}).listen(PORT, () => console.log(`Open http://localhost:${PORT}`));
