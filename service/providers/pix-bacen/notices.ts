import { checkFault } from '../check-fault.ts';
import type { Notices } from '../provider.ts';
import type { PixBank } from './bank.ts';
import { refused } from './check-credentials.ts';
import { connectionSchema, noticeSchema, saysNotFound } from './fields.ts';

/** What we use for a txid; the bank tells of others as well, which were made elsewhere. */
const OURS = /^[0-9a-f]{32}$/i;

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
        return refused(checkFault('address_not_taken', { status: answer.status }));
      }
      // Some answer with nothing in it: what is kept is what counts.
      const kept = await bank.getConnection(pixKey, signal);
      if (kept.kind === 'rejected' && saysNotFound(kept)) {
        return refused(checkFault('address_not_kept', {}));
      }
      if (kept.kind !== 'answered') throw new Error('the bank does not tell where notices go');
      const { webhookUrl } = connectionSchema.parse(kept.body);
      if ([address, `${address}/pix`].includes(webhookUrl)) return { kind: 'works' };
      return refused(checkFault('another_address', {}));
    },

    async read({ rawBody, clientCertificate }) {
      if (isNoticeProved && clientCertificate === null) return { kind: 'forged' };
      const notice = noticeSchema.safeParse(readJson(rawBody));
      if (!notice.success) return { kind: 'forged' };
      const keys = new Set<string>();
      for (const { txid } of notice.data.pix) {
        if (typeof txid === 'string' && OURS.test(txid)) keys.add(txid.toLowerCase());
      }
      return { kind: 'about', attempts: [...keys].map((key) => ({ of: 'payin', key })) };
    },
  };
}

function readJson(rawBody: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(rawBody).toString('utf8'));
  } catch {
    return null;
  }
}
