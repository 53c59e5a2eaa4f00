import { constructEvent } from 'checkout-sdk/webhooks';

export default defineEventHandler(async (event) => {
  const rawBody = (await readRawBody(event)) ?? ''; // and not readBody
  const signature = getHeader(event, 'x-webhook-signature');
  const { webhookSecret } = useRuntimeConfig(event);
  const told = await constructEvent(rawBody, signature, webhookSecret).catch(() => null);
  if (told?.kind === 'payin' && told.status === 'APPROVED') await markPaid(told.referenceId); // yours
  setResponseStatus(event, told === null ? 400 : 204);
});
