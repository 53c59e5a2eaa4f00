import { createCheckoutServer } from 'checkout-sdk/server';

export default defineEventHandler(async (event) => {
  const chosen = await readBody(event);
  // Yours, in server/utils/orders.ts: with your prices; null where it is not this session's.
  const order = await findOrder(event, chosen.referenceId);
  if (!order) throw createError({ statusCode: 404 });
  const { checkoutSecret, public: config } = useRuntimeConfig(event);
  const keys = { publicKey: config.checkoutKey, secretKey: checkoutSecret };
  const checkout = createCheckoutServer({ ...keys, apiBaseUrl: config.checkoutApi });
  const payerIp = getRequestIP(event); // behind a proxy of yours: { xForwardedFor: true }
  // The whole answer goes back to the page: a challenge after the order needs every field of it.
  const { status, headers, body } = await checkout.pay({ order, chosen, payerIp });
  setResponseStatus(event, status);
  setResponseHeaders(event, headers);
  return body;
});
