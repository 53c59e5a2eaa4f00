import { createHash, timingSafeEqual } from 'node:crypto';
import type { Notice, NoticeReading, Notices } from '../provider.ts';
import { aboutPayins, readNotice } from '../read-notice.ts';
import { noticeSchema } from './fields.ts';

/**
 * Signed by SHA-256 of the account's token, a hyphen and the body as it came. What it says is not
 * believed: the order is looked up. Each order names where its notices go: there is nothing to
 * connect. Decision: a notice without the signature is refused, though the sandbox is said to send
 * such ones: a payment there is found by asking.
 */
export function createPagBankNotices(token: string): Notices {
  function isSigned({ headers, rawBody }: Notice): boolean {
    const told = headers['x-authenticity-token'] ?? '';
    if (!/^[0-9a-f]{64}$/i.test(told)) return false;
    const signed = createHash('sha256').update(`${token}-`).update(rawBody).digest();
    return timingSafeEqual(signed, Buffer.from(told, 'hex'));
  }

  return {
    async read(notice): Promise<NoticeReading> {
      if (!isSigned(notice)) return { kind: 'forged' };
      const { data } = noticeSchema.safeParse(readNotice(notice.rawBody));
      const charges = data?.charges ?? [];
      return aboutPayins([data?.reference_id, ...charges.map((one) => one.reference_id)]);
    },
  };
}
