import type { CardWithoutCvv } from '../../contract/card/card.ts';
import type { ChallengeWindowSize } from '../../contract/card/challenge.ts';
import type { ThreeDSPayer } from '../../contract/card/three-d-secure-payer.ts';
import type { Locale } from '../../contract/locale.ts';

export type ThreeDSDriverRun = {
  view: Window;
  /** `threeDSecureSession` and `threeDSecureTransactionId` of the pending authentication. */
  session: string;
  transactionId: string;
  windowSize: ChallengeWindowSize;
  locale: Locale;
  /** For hidden frames, and for the bank's window. The driver empties what it filled. */
  methodContainer: HTMLElement;
  challengeContainer: HTMLElement;
  /** The bank asks the buyer something: make room for so many CSS pixels (0 by 0: all there is). */
  onChallenge: (size: { width: number; height: number }) => void;
  onChallengeEnd: () => void;
  /**
   * For a script whose provider's server is asked once the device is known: the session by which the
   * bank asks the buyer. Never settles where nothing more is to be done: the run is ended then.
   */
  proceed: () => Promise<string>;
  signal: AbortSignal;
  /** For a script that is given them; see `needsCard` of the account's configuration. */
  card?: CardWithoutCvv | undefined;
  payer?: ThreeDSPayer | undefined;
};

/**
 * How a run ended, as the browser knows it: a hint, since the service asks the provider.
 * `providerReference`: the provider's name of it, where the acquirer verifies it at the charge.
 */
export type ThreeDSDriverResult = {
  outcome: 'done' | 'cancelled';
  providerReference?: string | undefined;
};

/**
 * Always settles after `signal` aborts. Rejects with `THREEDS_SDK_UNAVAILABLE` (cause `blocked`:
 * the script came and defined nothing), `THREEDS_EXPIRED`, `THREEDS_FAILED` (reason `error`),
 * `NETWORK` or `ABORTED`, each with `details.phase`.
 */
export interface ThreeDSDriver {
  /** `threeDSecureProvider` of a pending authentication, and the name of the provider's folder. */
  readonly name: string;
  /** False for one that needs no script of the provider's: none is loaded. */
  readonly hasScript?: false;
  /** The script draws the bank's page over the whole document, and nothing of ours may cover it. */
  readonly drawsOverAll?: true;
  /** The origins that a session itself leads to, beside those the configuration names. */
  hostsOf?(session: string): string[];
  run(run: ThreeDSDriverRun): Promise<ThreeDSDriverResult>;
}
