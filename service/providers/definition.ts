import type { Dispatcher } from 'undici';
import type * as z from 'zod/mini';
import type { PaymentMethod } from '../../contract/payments/payment-method.ts';
import { PAYMENT_METHODS } from '../../contract/payments/payment-method.ts';
import type { RandomBytes } from '../base/crypto/envelope.ts';
import type { Timers } from '../base/shared/periodic.ts';
import type { OutgoingLogLine } from './outgoing-log-line.ts';
import type { Provider } from './provider.ts';
import type { StatementReader } from './statement.ts';

export type ClientIdentity =
  | { kind: 'pfx'; pfx: Buffer; password: string }
  | { kind: 'pem'; certificatePem: string; keyPem: string };

export type ProviderEnvironment = 'production' | 'sandbox';

export const ROUTED_METHODS = [...PAYMENT_METHODS, 'PAYOUT'] as const;
export type RoutedMethod = (typeof ROUTED_METHODS)[number];

/** `given_back`: at the provider's own pages. `disputed`: a charge-back, open and ended. */
export const PAYMENT_STEPS = [
  ...(['paid', 'cancelled', 'refunded'] as const),
  ...(['given_back', 'med', 'disputed'] as const),
] as const;
export type PaymentStep = (typeof PAYMENT_STEPS)[number];

const RETURN_STEPS: readonly PaymentStep[] = ['given_back', 'med', 'disputed'];

/** The methods of which a look-up tells what went back after the approval. */
export function methodsThatTellReturns({ methods, steps }: ProviderDefinition): PaymentMethod[] {
  return methods
    .filter((method) => method !== 'PAYOUT')
    .filter((method) => steps[method]?.some((step) => RETURN_STEPS.includes(step)));
}

/** What was proved of an adapter: against a contract, at the party's sandbox, or with real money. */
export type Verified = 'offline-contract' | 'sandbox' | 'production';

export type ProviderSetting = {
  /** In small letters with hyphens, as an option of the command: `client-id`. */
  name: string;
  /** One line: what it is and where the party shows it. The command says it in English alone. */
  help: Readonly<Record<'en' | 'pt', string>>;
  /** Kept from every answer of ours; an identifier is shown. */
  isSecret: boolean;
  isRequired: boolean;
  /** The content is read from a file (a certificate); kept as base64. */
  isFile?: boolean;
};

const KINDS = {
  identifier: { isSecret: false, isRequired: true },
  secret: { isSecret: true, isRequired: true },
  option: { isSecret: false, isRequired: false },
  'optional secret': { isSecret: true, isRequired: false },
  file: { isSecret: false, isRequired: false, isFile: true },
  'secret file': { isSecret: true, isRequired: false, isFile: true },
} as const;

export function setting(
  kind: keyof typeof KINDS,
  name: string,
  help: ProviderSetting['help'],
): ProviderSetting {
  return { name, help, ...KINDS[kind] };
}

export type ProviderSurroundings = {
  /** Whose credentials these are, for the log: a company, or `*`. */
  account: string;
  environment: ProviderEnvironment;
  /** By role, such as `api` and `token`: those of `hosts`, or in tests those of a party played. */
  hosts: Readonly<Record<string, string>>;
  /** Where the party is to send its notices, for one that is told so with every order. */
  noticesAddress?: string | null;
  /** Whether the party is to show a certificate with the notices it is connected for. */
  isNoticeProved?: boolean;
  /** Shows the certificate of `identityOf`; closed by whoever made it. */
  dispatcher: Dispatcher;
  timers: Timers;
  /** Milliseconds of real time. */
  now: () => number;
  randomBytes: RandomBytes;
  log: (line: OutgoingLogLine) => void;
};

/** A new one is a folder beside this file with its definition, and a line in `registry.ts`. */
export type ProviderDefinition<Settings = unknown> = {
  readonly name: string;
  /** As the operator's documentation calls it. */
  readonly title: string;
  readonly verified: Verified;
  readonly methods: readonly RoutedMethod[];
  /**
   * By method, the steps that are taken through the provider or told by it. A tested promise: what is
   * left out, its page gives a source for.
   */
  readonly steps: Readonly<Partial<Record<PaymentMethod, readonly PaymentStep[]>>>;
  readonly settings: readonly ProviderSetting[];
  /** What was typed, by the names of `settings`; a mistake names its setting, never its value. */
  readonly schema: z.ZodMiniType<Settings>;
  /** The hosts of an environment; null where the party has none, or none is known. */
  hosts(
    settings: Settings,
    environment: ProviderEnvironment,
  ): Readonly<Record<string, string>> | null;
  /** The certificate that connections show; null where the party asks for none. */
  identityOf(settings: Settings): ClientIdentity | null;
  /** How many look-ups a minute it lets an account make; absent where its documents name no limit. */
  readonly lookUpsPerMinute?: number | undefined;
  /** Whether the party can be asked to show a certificate with its notices. */
  readonly showsNoticeCertificate?: boolean;
  /** Of its one return address for all: the parameter with its own id of the payment. */
  readonly returnParameter?: string;
  /** How its statements are written; absent where only a CSV of the operator's is read. */
  readonly statement?: StatementReader;
  /** Why it lists no payments, with its source; absent where it does. */
  readonly noList?: string;
  create(settings: Settings, surroundings: ProviderSurroundings): Provider;
};
