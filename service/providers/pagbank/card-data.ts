import { constants, createPublicKey, publicEncrypt } from 'node:crypto';
import type { ChargeRequest } from '../acquirer.ts';
import { toName } from './order.ts';

/** Whether cards go to PagBank in the clear, within TLS, or encrypted by the account's key. */
export type CardMode = 'plain' | 'encrypted';

type PagBankCard = Readonly<Record<string, unknown>>;

/** `getKey`: gives the account's public key; null where it cannot be had now. */
export function createCardData(
  mode: CardMode,
  getKey: (signal: AbortSignal) => Promise<string | null>,
  now: () => number,
) {
  let known: string | null = null;

  return {
    /** The card as a charge names it; null where it cannot be told now. */
    async of({ card, cvv }: ChargeRequest, signal: AbortSignal): Promise<PagBankCard | null> {
      if (card.kind === 'stored') return { id: card.cardReference };
      const { number, expirationMonth, expirationYear, holderName } = card.card;
      const holder = toName(holderName);
      if (mode === 'plain') {
        return {
          ...{ number, exp_month: expirationMonth, exp_year: expirationYear },
          ...(cvv === undefined ? {} : { security_code: cvv }),
          holder: { name: holder },
        };
      }
      // No source tells how a card without its CVV is encrypted.
      if (cvv === undefined) return null;
      known ??= await getKey(signal);
      if (known === null) return null;
      const parts = [number, cvv, expirationMonth, expirationYear, holder, now()];
      return { encrypted: encrypt(known, parts.join(';')) };
    },
    /** The key may have been changed at PagBank: it is asked for again. */
    forgetKey: () => {
      known = null;
    },
  };
}

export type CardData = ReturnType<typeof createCardData>;

/** RSA with the padding of PKCS 1, as PagBank's own script does it in a page. */
function encrypt(publicKey: string, text: string): string {
  const der = Buffer.from(publicKey, 'base64');
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
  const padding = constants.RSA_PKCS1_PADDING;
  return publicEncrypt({ key, padding }, Buffer.from(text)).toString('base64');
}
