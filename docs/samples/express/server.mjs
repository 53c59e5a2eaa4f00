import { constructEvent } from 'checkout-sdk/webhooks';
import express from 'express';

const app = express();
const seen = new Set(); // yours: a table with a unique column

// Before express.json(), which would have the body first.
app.post('/webhooks', express.raw({ type: 'application/json' }), async (request, response) => {
  try {
    const event = await constructEvent(
      request.body, // a Buffer
      request.get('x-webhook-signature'),
      process.env.WEBHOOK_SECRET ?? '',
    );
    const id = request.get('x-webhook-id');
    if (!seen.has(id)) console.log(`${event.referenceId}: ${event.status}`);
    seen.add(id);
    response.sendStatus(204);
  } catch (error) {
    response.status(400).type('text').send(error.message);
  }
});

// For every other route of your shop.
app.use(express.json());

app.listen(Number(process.env.PORT ?? 3001));
