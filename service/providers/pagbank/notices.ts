import { createHash, timingSafeEqual } from 'node:crypto';
import type { Notice, NoticeReading, Notices } from '../provider.ts';
import { noticeSchema } from './fields.ts';

const KEY = /^[0-9a-f]{32}$/;

/**
 * Signed by SHA-256 of the account's token, a hyphen and the body as it came. What it says is not
 * believed: the order is looked up. Each order names where its notices go: there is nothing to
 * connect. Decision: a notice without the signature is refused, though the sandbox is said to send
 * such ones: a payment there is found by asking.
 */
export function createPagBankNotices({ token }: { token: string }): Notices {
  function isSigned({ headers, rawBody }: Notice): boolean {
    const told = headers['x-authenticity-token'] ?? '';
    if (!/^[0-9a-f]{64}$/i.test(told)) return false;
    const signed = createHash('sha256').update(`${token}-`).update(rawBody).digest();
    return timingSafeEqual(signed, Buffer.from(told, 'hex'));
  }

  return {
    async read(notice): Promise<NoticeReading> {
      if (!isSigned(notice)) return { kind: 'forged' };
      const keys = new Set(keysOf(notice.rawBody));
      return { kind: 'about', attempts: [...keys].map((key) => ({ of: 'payin', key })) };
    },
  };
}

/** Our keys in an order; none in what is no order, or somebody else's. */
function keysOf(rawBody: Uint8Array): string[] {
  const { success, data } = noticeSchema.safeParse(readJson(rawBody));
  if (!success) return [];
  const references = [data.reference_id, ...(data.charges ?? []).map((one) => one.reference_id)];
  return references.filter((one) => one !== undefined).filter((one) => KEY.test(one));
}

function readJson(rawBody: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(rawBody).toString('utf8'));
  } catch {
    return null;
  }
}
