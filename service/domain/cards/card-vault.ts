import * as z from 'zod/mini';
import { cardWithoutCvvSchema } from '../../../contract/card/card.ts';
import { optionalCardSchema } from '../../../contract/card/card-token.ts';
import type { Envelope } from '../../base/crypto/envelope.ts';
import type { KeyedHash } from '../../base/crypto/keyed-hash.ts';
import type { CardToCharge } from '../../providers/acquirer.ts';

export type VaultKey = { companyId: string; tokenHash: Uint8Array };

export type CardVault = {
  seal(card: CardToCharge, key: VaultKey): Uint8Array;
  /** Throws `SealBroken`. */
  open(sealed: Uint8Array, key: VaultKey): CardToCharge;
  rewrap(sealed: Uint8Array, key: VaultKey): Uint8Array;
  readonly keyVersion: number;
  /** The same for the same number, and of no use without the key: to know a card again. */
  fingerprint(number: string): Uint8Array;
};

/** What is sealed of a card: of a token here, of one that waits for 3-D Secure in its own vault. */
export const sealedCardSchema = z.union([
  z.extend(optionalCardSchema, { kind: z.literal('card'), card: cardWithoutCvvSchema }),
  z.extend(optionalCardSchema, {
    kind: z.literal('stored'),
    // Cards kept before there were several providers lie with the sandbox's.
    provider: z._default(z.string(), 'sandbox'),
    cardReference: z.string(),
  }),
]);

const VERSION = 1;

export function createCardVault(envelope: Envelope, hash: KeyedHash): CardVault {
  return {
    seal: (card, key) => envelope.seal(Buffer.from(JSON.stringify(card)), contextOf(key)),
    open(sealed, key) {
      const text = Buffer.from(envelope.open(sealed, contextOf(key))).toString('utf8');
      return sealedCardSchema.parse(JSON.parse(text));
    },
    rewrap: (sealed, key) => envelope.rewrap(sealed, contextOf(key)),
    get keyVersion() {
      return envelope.currentVersion;
    },
    fingerprint: (number) => hash('card-number', number),
  };
}

function contextOf({ companyId, tokenHash }: VaultKey): string {
  return `card|${companyId}|${Buffer.from(tokenHash).toString('hex')}|${VERSION}`;
}
