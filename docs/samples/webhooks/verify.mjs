// part: verify
import { createHmac, timingSafeEqual } from 'node:crypto';

/** rawBody: a Buffer, as it arrived. header: X-Webhook-Signature. nowSeconds: Date.now() / 1000. */
export function verifyWebhook(rawBody, header, secret, nowSeconds) {
  const parts = (header ?? '').split(',').map((part) => part.trim());
  const times = parts.filter((part) => part.startsWith('t='));
  const time = times[0]?.slice(2) ?? '';
  if (times.length !== 1 || !/^\d{1,12}$/.test(time)) return false;
  if (Math.abs(nowSeconds - Number(time)) > 300) return false;

  const expected = createHmac('sha256', secret).update(`${time}.`).update(rawBody).digest();
  let isValid = false;
  for (const part of parts) {
    // For 24 hours after a change of the secret there are two marks; one that fits is enough.
    if (!/^v1=[0-9a-f]{64}$/.test(part)) continue;
    isValid = timingSafeEqual(Buffer.from(part.slice(3), 'hex'), expected) || isValid;
  }
  return isValid;
}
// part end

// For the tests: header, secret, time and base64 of the body, again and again.
const words = process.argv.slice(2);
for (let at = 0; at < words.length; at += 4) {
  const [header, secret, nowSeconds, body] = words.slice(at, at + 4);
  const rawBody = Buffer.from(body, 'base64');
  console.log(String(verifyWebhook(rawBody, header, secret, Number(nowSeconds))));
}
