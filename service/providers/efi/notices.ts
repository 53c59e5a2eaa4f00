import * as z from 'zod/mini';
import type { NoticeReading, Notices } from '../provider.ts';
import { aboutPayins, ownKeys, readNotice } from '../read-notice.ts';
import type { EfiBoletos } from './boletos.ts';
import type { EfiConsents } from './consents.ts';

type Attempt = Extract<NoticeReading, { kind: 'about' }>['attempts'][number];

const text = z.optional(z.nullable(z.string()));

/** Source: dev.efipay.com.br, "Webhooks", read 2026-11-23. */
const pixNoticeSchema = z.object({
  pix: z.array(z.object({ txid: text, gnExtras: z.optional(z.object({ idEnvio: text })) })),
});

const consentNoticeSchema = z.object({ identificadorPagamento: z.string(), idProprio: text });

/** As Efí tells of a boleto: by a token, which it takes in place of everything else. */
const BOLETO_NOTICE = /^notification=([A-Za-z0-9-]{1,100})$/;

/**
 * Of all that Efí says only our own ids are read, to ask it about them: nothing of PIX is signed,
 * what a boleto's notice is about Efí says for its token, and those of open finance carry what it
 * was told to send along. Decision: where Efí is asked for its certificate, that holds for PIX
 * alone. The others come from other systems of Efí's, which prove themselves in their own way, and
 * go on to BASE_URL.
 */
export function createEfiNotices(
  pix: Required<Notices>,
  options: {
    boletos: EfiBoletos;
    consents: EfiConsents;
    isNoticeProved: boolean;
    /** Where notices go that come without a certificate. */
    noticesAddress: string | null;
  },
): Notices {
  const { boletos, consents, isNoticeProved, noticesAddress } = options;
  return {
    async connect(address, signal) {
      const connected = await pix.connect(address, signal);
      const unproved = isNoticeProved ? (noticesAddress ?? address) : address;
      return connected.kind === 'works' ? consents.connect(unproved, signal) : connected;
    },

    async read({ rawBody, query, clientCertificate }, signal) {
      const token = BOLETO_NOTICE.exec(Buffer.from(rawBody).toString('utf8'))?.[1];
      if (token !== undefined) {
        const keys = await boletos.keysOf(token, signal);
        return keys === null ? { kind: 'forged' } : aboutPayins(keys);
      }
      const notice = readNotice(rawBody);
      if (typeof notice !== 'object' || notice === null) return { kind: 'forged' };
      const consent = consentNoticeSchema.safeParse(notice);
      if (consent.success) {
        if (!consents.isSigned(query)) return { kind: 'forged' };
        return aboutPayins([consent.data.idProprio]);
      }
      if (isNoticeProved && clientCertificate === null) return { kind: 'forged' };
      const { success, data } = pixNoticeSchema.safeParse(notice);
      // When an address is registered, Efí tries it with a body that is about nothing.
      return { kind: 'about', attempts: success ? attemptsIn(data.pix) : [] };
    },
  };
}

function attemptsIn(told: z.infer<typeof pixNoticeSchema>['pix']): Attempt[] {
  const [payins, payouts] = [
    ownKeys(told.map(({ txid }) => txid)),
    ownKeys(told.map(({ gnExtras }) => gnExtras?.idEnvio)),
  ];
  return [
    ...payins.map((key) => ({ of: 'payin', key }) as const),
    ...payouts.map((key) => ({ of: 'payout', key }) as const),
  ];
}
