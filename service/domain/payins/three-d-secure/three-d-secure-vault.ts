import * as z from 'zod/mini';
import type { Envelope } from '../../../base/crypto/envelope.ts';
import type {
  AuthenticationProof,
  CardToCharge,
  StoredCredential,
} from '../../../providers/acquirer.ts';
import { sealedCardSchema } from '../../cards/card-vault.ts';
import type { AuthenticationKey, SealedValues } from './three-d-secure.ts';

const cryptogramSchema = z.object({
  /** Proofs that were sealed before there were others have no kind. */
  kind: z._default(z.literal('cryptogram'), 'cryptogram'),
  /** Two digits, by brand. */
  eci: z.string().check(z.regex(/^\d{2}$/)),
  /** 20 bytes in base64. */
  cavv: z.string().check(z.regex(/^[A-Za-z0-9+/]{27}=$/)),
  dsTransactionId: z.string().check(z.regex(/^[\w-]{1,64}$/)),
  version: z.string().check(z.regex(/^\d+\.\d+\.\d+$/)),
  xid: z.optional(z.string().check(z.regex(/^[\w+/=-]{1,40}$/))),
});

const referenceSchema = z.object({
  kind: z.literal('reference'),
  provider: z.string(),
  id: z.string().check(z.regex(/^[\w-]{1,100}$/)),
});

export const threeDSProofSchema: z.ZodMiniType<AuthenticationProof> = z.union([
  referenceSchema,
  cryptogramSchema,
]);
export type ThreeDSProof = AuthenticationProof;

/** While it is open: what its provider keeps, in the place of the proof to come. */
const secretSchema = z.object({ secret: z.string() });

/** Absent in what was sealed before acquirers were told of it. */
const keptForLaterSchema = z.object({
  storedCredential: z.nullish(
    z.object({
      initiator: z.enum(['buyer', 'merchant']),
      isFirst: z.boolean(),
      networkTransactionId: z.nullable(z.string()),
    }),
  ),
});

export type WaitingCard = { card: CardToCharge; storedCredential: StoredCredential | null };

/** Seals proofs and waiting cards for the authentication they belong to; they open for no other. */
export type ThreeDSVault = {
  sealProof(proof: ThreeDSProof, key: AuthenticationKey): Uint8Array;
  /** Throws `SealBroken`, like `openCard`. */
  openProof(sealed: Uint8Array, key: AuthenticationKey): ThreeDSProof;
  sealSecret(secret: string, key: AuthenticationKey): Uint8Array;
  openSecret(sealed: Uint8Array, key: AuthenticationKey): string;
  sealCard(waiting: WaitingCard, key: AuthenticationKey): Uint8Array;
  openCard(sealed: Uint8Array, key: AuthenticationKey): WaitingCard;
  rewrap(companyId: string, values: SealedValues): SealedValues;
  readonly keyVersion: number;
};

export function createThreeDSVault(envelope: Envelope): ThreeDSVault {
  const seal = (thing: Thing, value: unknown, key: AuthenticationKey) =>
    envelope.seal(Buffer.from(JSON.stringify(value)), contextOf(thing, key));
  const open = (thing: Thing, sealed: Uint8Array, key: AuthenticationKey): unknown =>
    JSON.parse(Buffer.from(envelope.open(sealed, contextOf(thing, key))).toString('utf8'));
  const rewrap = (thing: Thing, sealed: Uint8Array | null, key: AuthenticationKey) =>
    sealed === null ? null : envelope.rewrap(sealed, contextOf(thing, key));
  return {
    sealProof: (proof, key) => seal('proof', proof, key),
    openProof: (sealed, key) => threeDSProofSchema.parse(open('proof', sealed, key)),
    sealSecret: (secret, key) => seal('proof', { secret }, key),
    openSecret: (sealed, key) => secretSchema.parse(open('proof', sealed, key)).secret,
    sealCard: ({ card, storedCredential }, key) => seal('card', { ...card, storedCredential }, key),
    openCard(sealed, key) {
      const value = open('card', sealed, key);
      const { storedCredential = null } = keptForLaterSchema.parse(value);
      return { card: sealedCardSchema.parse(value), storedCredential };
    },
    rewrap(companyId, { id, sealedCard, sealedProof }) {
      const key = { companyId, id };
      return {
        id,
        sealedCard: rewrap('card', sealedCard, key),
        sealedProof: rewrap('proof', sealedProof, key),
      };
    },
    get keyVersion() {
      return envelope.currentVersion;
    },
  };
}

type Thing = 'proof' | 'card';

function contextOf(thing: Thing, { companyId, id }: AuthenticationKey): string {
  return `three-d-secure-${thing}|${companyId}|${id}`;
}
