import { createServer } from 'node:http';
import { constructEvent } from 'checkout-sdk/webhooks';

const SECRET = process.env.WEBHOOK_SECRET ?? ''; // whsec_…
const PORT = Number(process.env.PORT ?? 3001);
const seen = new Set(); // yours: a table with a unique column

// part: receive
createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const rawBody = Buffer.concat(chunks); // before any parsing

  let event;
  try {
    event = await constructEvent(rawBody, request.headers['x-webhook-signature'], SECRET);
  } catch (error) {
    console.error(error.message); // why it is not taken
    return response.writeHead(400).end();
  }

  const eventId = request.headers['x-webhook-id'];
  if (!seen.has(eventId)) {
    seen.add(eventId);
    console.log(`${event.referenceId}: ${event.status}`);
  }
  response.writeHead(204).end(); // any 2xx confirms; answer within 5 seconds
}).listen(PORT);
// part end
