import { createHmac, timingSafeEqual } from 'node:crypto';
import { readAnswered } from '../outgoing/answer.ts';
import type { Notice, Notices } from '../provider.ts';
import { aboutPayins } from '../read-notice.ts';
import { paymentSchema } from './fields.ts';
import type { Seller } from './seller.ts';

/**
 * Decision: a notice is read for an hour after it was signed. Nobody says whether a notice that is
 * sent again is signed again, and an old one only ever makes us look something up.
 */
const TOLERANCE_MS = 60 * 60_000;

/** Seconds until the year 5138; anything larger is milliseconds, which Mercado Pago sends too. */
const MAX_SECONDS = 99_999_999_999;

/** The address is typed in the panel of Mercado Pago, which shows the secret there. */
export function createNotices(seller: Seller, secret: string, now: () => number): Notices {
  return {
    async read(notice, signal) {
      if (!isSigned(notice, { secret, now })) return { kind: 'forged' };
      const id = notice.query.get('data.id') ?? '';
      const type = notice.query.get('type') ?? notice.query.get('topic');
      if (type !== 'payment' || !/^\d{1,20}$/.test(id)) return aboutPayins([]);
      const answer = await seller.getPayment(id, signal);
      if (answer.kind === 'rejected' && answer.status === 404) return aboutPayins([]);
      const otherwise = 'Mercado Pago does not tell of the payment';
      return aboutPayins([readAnswered(answer, paymentSchema, otherwise).external_reference]);
    },
  };
}

/**
 * The signature is over the id in the address, the id of the request and the time; what is absent is
 * left out with its label. Source: its SDK 3.6.1, `utils/webhook`, and its guides, "Webhooks".
 */
function isSigned(
  { headers, query }: Notice,
  { secret, now }: { secret: string; now: () => number },
): boolean {
  const { ts, v1 } = readSignature(headers['x-signature'] ?? '');
  if (ts === undefined || v1 === undefined || !/^\d{1,15}$/.test(ts)) return false;
  const signedAt = Number(ts) > MAX_SECONDS ? Number(ts) : Number(ts) * 1000;
  if (Math.abs(now() - signedAt) > TOLERANCE_MS) return false;
  const id = query.get('data.id')?.trim();
  const requestId = headers['x-request-id']?.trim();
  const manifest = [
    ...(id ? [`id:${id.toLowerCase()};`] : []),
    ...(requestId ? [`request-id:${requestId};`] : []),
    `ts:${ts};`,
  ].join('');
  const wanted = createHmac('sha256', secret).update(manifest).digest();
  const given = Buffer.from(v1, 'hex');
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

function readSignature(header: string): { ts?: string; v1?: string } {
  const parts = header.split(',').map((part) => {
    const at = part.indexOf('=');
    return [part.slice(0, at).trim().toLowerCase(), part.slice(at + 1).trim()] as const;
  });
  return Object.fromEntries(parts.filter(([name]) => name === 'ts' || name === 'v1'));
}
