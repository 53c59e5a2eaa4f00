import { timingSafeEqual } from 'node:crypto';
import type { NoticeReading, Notices } from '../provider.ts';
import type { CieloApi } from './api.ts';
import { noticeSchema, readSale } from './fields.ts';

/** The header that a merchant had the acquirer's support put on notices. */
export type NoticeHeader = { name: string; secret: string };

/**
 * Nothing is signed: the payment a notice names is asked for with our own credentials, and its
 * order is our key. The address of notices is registered by the acquirer's support and by no call.
 */
export function createCieloNotices(api: CieloApi, header: NoticeHeader | null): Notices {
  return {
    async read({ headers, rawBody }, signal): Promise<NoticeReading> {
      if (header !== null && !isSame(headers[header.name], header.secret)) {
        return { kind: 'forged' };
      }
      const notice = noticeSchema.safeParse(readJson(rawBody));
      if (!notice.success) return { kind: 'forged' };
      const answer = await api.getSale(notice.data.PaymentId, signal);
      // Somebody else's, or one that was made up.
      if (answer.kind === 'rejected' && [400, 404].includes(answer.status)) return about([]);
      const { MerchantOrderId } = readSale(answer);
      return about(OURS.test(MerchantOrderId) ? [MerchantOrderId.toLowerCase()] : []);
    },
  };
}

const OURS = /^[0-9a-f]{32}$/i;

function about(keys: readonly string[]): NoticeReading {
  return { kind: 'about', attempts: keys.map((key) => ({ of: 'payin', key })) };
}

function isSame(given: string | undefined, secret: string): boolean {
  const [one, other] = [Buffer.from(given ?? ''), Buffer.from(secret)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function readJson(rawBody: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(rawBody).toString('utf8'));
  } catch {
    return null;
  }
}
