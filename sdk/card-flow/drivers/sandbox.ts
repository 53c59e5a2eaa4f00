import type { ErrorData } from '../../../contract/errors/checkout-error.ts';
import { CheckoutError, errorData } from '../../../contract/errors/checkout-error.ts';
import type { ThreeDSDriver, ThreeDSDriverRun } from '../three-d-secure-driver.ts';
import { definedNothing } from './drawing-script.ts';

type Authenticate = (options: {
  session: string;
  transactionId: string;
  windowSize: string;
  methodContainer: HTMLElement;
  challengeContainer: HTMLElement;
  locale: string;
  onChallenge: (size: { width: number; height: number }) => void;
  onChallengeEnd: () => void;
  signal: AbortSignal;
}) => Promise<{ transStatus: string; cancelled: boolean }>;

/** Drives `SandboxThreeDS`, the one global of the sandbox provider's script. */
export const sandboxDriver: ThreeDSDriver = {
  name: 'sandbox',
  async run({ view, onChallenge, proceed: _, ...run }: ThreeDSDriverRun) {
    const authenticate = readGlobal(view);
    if (authenticate === null) throw definedNothing();
    let phase = 'method';
    try {
      const result = await authenticate({
        ...run,
        onChallenge(size) {
          phase = 'challenge';
          onChallenge(size);
        },
      });
      // What the script says of the outcome itself is nothing we act on.
      return { outcome: result?.cancelled === true ? 'cancelled' : 'done' };
    } catch (thrown) {
      throw new CheckoutError(explain(thrown, phase, run.signal));
    }
  },
};

/** The script's entry, or null where the page, an extension or an empty file left none. */
function readGlobal(view: Window): Authenticate | null {
  try {
    const sdk = (view as { SandboxThreeDS?: { authenticate?: unknown } }).SandboxThreeDS;
    const authenticate = sdk?.authenticate;
    if (typeof authenticate !== 'function') return null;
    return (options) => Reflect.apply(authenticate, sdk, [options]);
  } catch {
    return null;
  }
}

/** The script's own codes in ours; whatever else it throws is a failure of the authentication. */
function explain(thrown: unknown, phase: string, signal: AbortSignal): ErrorData {
  if (signal.aborted) return errorData('ABORTED', 'the authentication was aborted', { phase });
  switch (codeOf(thrown)) {
    case 'session_expired':
      return errorData('THREEDS_EXPIRED', 'the authentication ran out of time', { phase });
    case 'network':
      return errorData('NETWORK', 'the 3-D Secure provider could not be reached', { phase });
    default:
      return errorData('THREEDS_FAILED', "the provider's script failed", {
        phase,
        reason: 'error',
      });
  }
}

function codeOf(thrown: unknown): unknown {
  return typeof thrown === 'object' && thrown !== null && 'code' in thrown ? thrown.code : null;
}
