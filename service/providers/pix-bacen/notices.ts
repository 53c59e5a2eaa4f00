import { readAnswered } from '../outgoing/answer.ts';
import type { Notices } from '../provider.ts';
import { refusedFor } from '../provider.ts';
import { aboutPayins, readNotice } from '../read-notice.ts';
import type { PixBank } from './bank.ts';
import { connectionSchema, noticeSchema, saysNotFound } from './fields.ts';

/**
 * Nothing is signed, and where the bank shows no certificate anybody may send it: only the txids
 * are read, to ask the bank about them. `isNoticeProved`: refused without the bank's certificate.
 */
export function createPixNotices(
  bank: PixBank,
  { pixKey, isNoticeProved }: { pixKey: string; isNoticeProved: boolean },
): Required<Notices> {
  return {
    async connect(address, signal) {
      const answer = await bank.putConnection(pixKey, address, signal);
      if (answer.kind === 'not_sent') throw new Error('the bank cannot be asked');
      if (answer.kind === 'rejected') {
        return refusedFor('address_not_taken', { status: answer.status });
      }
      // Some answer with nothing in it: what is kept is what counts.
      const kept = await bank.getConnection(pixKey, signal);
      if (kept.kind === 'rejected' && saysNotFound(kept)) return refusedFor('address_not_kept', {});
      const otherwise = 'the bank does not tell where notices go';
      const { webhookUrl } = readAnswered(kept, connectionSchema, otherwise);
      if ([address, `${address}/pix`].includes(webhookUrl)) return { kind: 'works' };
      return refusedFor('another_address', {});
    },

    async read({ rawBody, clientCertificate }) {
      if (isNoticeProved && clientCertificate === null) return { kind: 'forged' };
      const notice = noticeSchema.safeParse(readNotice(rawBody));
      if (!notice.success) return { kind: 'forged' };
      return aboutPayins(notice.data.pix.map(({ txid }) => txid));
    },
  };
}
