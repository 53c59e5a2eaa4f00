import type { CardWithoutCvv } from '../card/card.ts';
import type { ChallengeWindowSize } from '../card/challenge.ts';
import { CHALLENGE_WINDOW_SIZES } from '../card/challenge.ts';
import type { ThreeDSPayer } from '../card/three-d-secure-payer.ts';
import type { Locale } from '../locale.ts';
import { isLocale } from '../locale.ts';
import { entry, isObject, object, text } from './call-schema.ts';

/**
 * The stage takes no address from anybody: its own document names the script of this account.
 * `card` and `payer`: only for a script that needs them, and never with a CVV.
 */
export type StageRun = {
  provider: string;
  session: string;
  transactionId: string;
  windowSize: ChallengeWindowSize;
  locale: Locale;
  card?: CardWithoutCvv | undefined;
  payer?: ThreeDSPayer | undefined;
};

function isWindowSize(value: unknown): value is ChallengeWindowSize {
  return typeof value === 'string' && Object.hasOwn(CHALLENGE_WINDOW_SIZES, value);
}

/** Card and payer are read where they are used, which takes their members and nothing else. */
export const stageRunSchema = object(
  {
    provider: text(50),
    session: text(4096),
    transactionId: text(200),
    windowSize: entry(isWindowSize, 'must be 01 to 05'),
    locale: entry(isLocale, 'must be pt-BR, en or es'),
  },
  { card: entry(isObject, 'must be a card'), payer: entry(isObject, 'must be who pays') },
);

export const stageProceedSchema = object({ session: text(4096) });

export type StageCalls = {
  /** Loads the script and runs it; resolves when the provider's script says it is done (a hint). */
  run: {
    argument: StageRun;
    result: { outcome: 'done' | 'cancelled'; providerReference?: string | undefined };
  };
  /** In answer to `ready`: the session by which the bank asks the buyer. */
  proceed: { argument: { session: string }; result: null };
  cancel: { argument: Record<string, never>; result: null };
};

export type StageEvent =
  | { type: 'ready' }
  | { type: 'challenge'; width: number; height: number }
  | { type: 'challenge-end' }
  | { type: 'flooded' }
  | { type: 'bye' };
