import { createHmac } from 'node:crypto';

/**
 * `X-Webhook-Signature` of a body: `t=<seconds>,v1=<hex>`, one `v1` per secret, newest first; null
 * without a secret. The key is the whole `whsec_…` text. Source: spec, "Signature".
 */
export function signWebhook(
  body: string,
  { secrets, signedAtSeconds }: { secrets: readonly string[]; signedAtSeconds: number },
): string | null {
  if (secrets.length === 0) return null;
  const marks = secrets.map(
    (secret) =>
      `v1=${createHmac('sha256', secret).update(`${signedAtSeconds}.`).update(body).digest('hex')}`,
  );
  return [`t=${signedAtSeconds}`, ...marks].join(',');
}
