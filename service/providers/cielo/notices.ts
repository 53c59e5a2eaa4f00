import { timingSafeEqual } from 'node:crypto';
import type { NoticeReading, Notices } from '../provider.ts';
import { aboutPayins, readNotice } from '../read-notice.ts';
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
      const notice = noticeSchema.safeParse(readNotice(rawBody));
      if (!notice.success) return { kind: 'forged' };
      const answer = await api.getSale(notice.data.PaymentId, signal);
      // Somebody else's, or one that was made up.
      if (answer.kind === 'rejected' && [400, 404].includes(answer.status)) return aboutPayins([]);
      return aboutPayins([readSale(answer).MerchantOrderId]);
    },
  };
}

function isSame(given: string | undefined, secret: string): boolean {
  const [one, other] = [Buffer.from(given ?? ''), Buffer.from(secret)];
  return one.length === other.length && timingSafeEqual(one, other);
}
