import * as z from 'zod/mini';
import type { Envelope } from '../base/crypto/envelope.ts';
import type { KeyedHash } from '../base/crypto/keyed-hash.ts';
import type { Queryable } from '../base/shared/db.ts';
import type { ProviderEnvironment, RoutedMethod } from './definition.ts';
import type { Proof } from './proof.ts';

/** In place of a company: what every company has that has nothing of its own. */
export const ALL_COMPANIES = '*';

export type CredentialsKey = { companyId: string; provider: string };

/** What can be told of credentials without opening them. */
export type CredentialsSummary = CredentialsKey & {
  environment: ProviderEnvironment;
  /** When the certificate in them ends; null where they have none. */
  certificateEndsAt: Date | null;
  /** When the party last took our address for its notices; null where it never did. */
  connectedAt: Date | null;
  /** What was proved with it at its party; null where nothing was. */
  proof: Proof | null;
  /** Counts up with every rotation. */
  version: number;
  createdAt: Date;
  rotatedAt: Date | null;
};

export type StoredCredentials = CredentialsSummary & {
  sealedSettings: Uint8Array;
  /** The last part of the address for notices, and how it is found again. */
  sealedNoticeSecret: Uint8Array;
  noticeSecretHash: Uint8Array;
};

export type NoticeSecret = Pick<StoredCredentials, 'sealedNoticeSecret' | 'noticeSecretHash'>;

export type SealedParts = Pick<StoredCredentials, 'sealedSettings' | 'sealedNoticeSecret'>;

export interface ProviderCredentialStore {
  find(key: CredentialsKey, tx?: Queryable): Promise<StoredCredentials | null>;
  /** `companyId` may be `ALL_COMPANIES`; ordered by provider. */
  list(companyId: string): Promise<StoredCredentials[]>;
  listAll(): Promise<CredentialsSummary[]>;
  /** False where there are some already. */
  insert(tx: Queryable, credentials: StoredCredentials): Promise<boolean>;
  /** False where `from` is gone. A new address is not connected yet; the old one is nobody's. */
  rotate(
    tx: Queryable,
    from: CredentialsKey & Pick<StoredCredentials, 'version' | 'noticeSecretHash'>,
    to: Pick<StoredCredentials, 'sealedSettings' | 'certificateEndsAt'> & {
      rotatedAt: Date;
      newAddress: NoticeSecret | null;
    },
  ): Promise<boolean>;
  setConnected(tx: Queryable, key: CredentialsKey, at: Date): Promise<void>;
  setProof(tx: Queryable, key: CredentialsKey, proof: Proof): Promise<void>;
  /** False where there are none. */
  delete(tx: Queryable, key: CredentialsKey): Promise<boolean>;
  /** Null where the address is nobody's. */
  findByNotice(noticeSecretHash: Uint8Array): Promise<CredentialsKey | null>;
  /** Puts the same values under another key, unless they were changed meanwhile. */
  rewrap(key: CredentialsKey, from: SealedParts, to: SealedParts): Promise<void>;
}

export type ProviderRoute = { method: RoutedMethod; providers: readonly string[] };

export interface ProviderRouteStore {
  list(companyId: string, tx?: Queryable): Promise<ProviderRoute[]>;
  /**
   * The routes that are served by these credentials. Those of all companies serve a company's own
   * route too, where it has none of its own at that provider; a company's own serve the routes of
   * all companies, but for methods that it has a route of its own for.
   */
  listServedBy(
    key: CredentialsKey,
    tx: Queryable,
  ): Promise<{ companyId: string; method: RoutedMethod }[]>;
  set(tx: Queryable, companyId: string, route: ProviderRoute): Promise<void>;
  /** False where there is none. */
  delete(tx: Queryable, companyId: string, method: RoutedMethod): Promise<boolean>;
}

/** What was typed, by the names of the provider's settings. */
export type TypedSettings = Readonly<Record<string, string>>;

const typedSchema = z.record(z.string(), z.string());

function settingsContext({ companyId, provider }: CredentialsKey): string {
  return `provider-settings|${companyId}|${provider}`;
}

function noticeContext({ companyId, provider }: CredentialsKey): string {
  return `provider-notice|${companyId}|${provider}`;
}

export function sealSettings(
  settings: TypedSettings,
  key: CredentialsKey,
  envelope: Envelope,
): Uint8Array {
  return envelope.seal(Buffer.from(JSON.stringify(settings)), settingsContext(key));
}

/** Throws `SealBroken` where they cannot be opened. */
export function openSettings(
  credentials: CredentialsKey & Pick<StoredCredentials, 'sealedSettings'>,
  envelope: Envelope,
): TypedSettings {
  const opened = envelope.open(credentials.sealedSettings, settingsContext(credentials));
  return typedSchema.parse(JSON.parse(Buffer.from(opened).toString('utf8')));
}

/** A new last part of an address for notices: 128 random bits. */
export function newNoticeSecret(
  key: CredentialsKey,
  services: { envelope: Envelope; hash: KeyedHash; randomBytes: (size: number) => Uint8Array },
): NoticeSecret {
  const { envelope, hash, randomBytes } = services;
  const secret = Buffer.from(randomBytes(16)).toString('base64url');
  return {
    sealedNoticeSecret: envelope.seal(Buffer.from(secret), noticeContext(key)),
    noticeSecretHash: hashNoticeSecret(secret, hash),
  };
}

export function hashNoticeSecret(secret: string, hash: KeyedHash): Uint8Array {
  return hash('notice-address', secret);
}

/** Throws `SealBroken` where it cannot be opened. */
export function openNoticeSecret(
  credentials: CredentialsKey & Pick<StoredCredentials, 'sealedNoticeSecret'>,
  envelope: Envelope,
): string {
  const opened = envelope.open(credentials.sealedNoticeSecret, noticeContext(credentials));
  return Buffer.from(opened).toString('utf8');
}

/** Where a party sends its notices by these credentials. Throws `SealBroken` as above. */
export function noticeAddressOf(
  credentials: CredentialsKey & Pick<StoredCredentials, 'sealedNoticeSecret'>,
  { baseUrl, envelope }: { baseUrl: string; envelope: Envelope },
): string {
  const secret = openNoticeSecret(credentials, envelope);
  return `${baseUrl}/providers/${credentials.provider}/notices/${secret}`;
}

export function rewrapCredentials(
  credentials: CredentialsKey & SealedParts,
  envelope: Envelope,
): SealedParts {
  const { sealedSettings, sealedNoticeSecret } = credentials;
  return {
    sealedSettings: envelope.rewrap(sealedSettings, settingsContext(credentials)),
    sealedNoticeSecret: envelope.rewrap(sealedNoticeSecret, noticeContext(credentials)),
  };
}
