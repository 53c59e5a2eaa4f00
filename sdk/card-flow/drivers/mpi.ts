import type { CardWithoutCvv } from '../../../contract/card/card.ts';
import type { MpiSession } from '../../../contract/card/mpi-session.ts';
import { readMpiSession } from '../../../contract/card/mpi-session.ts';
import { CheckoutError, errorData } from '../../../contract/errors/checkout-error.ts';
import type { ThreeDSDriver, ThreeDSDriverRun } from '../three-d-secure-driver.ts';
import { definedNothing, failed, removeDrawn, untilAborted } from './drawing-script.ts';

type Sdk = {
  load: (config: object) => void;
  init: (referenceId: string, token: string) => void;
  updateCard: () => void;
  challenge: (challenge: object, order: object) => void;
};
type Said = 'onLoadComplete' | 'onReady' | 'onValidationRequired';
/** What the script is waited for, and the card it may ask for meanwhile. */
type Attempt = {
  card: CardWithoutCvv;
  waitsFor: Said | null;
  go: () => void;
  fail: (thrown: unknown) => void;
};

/** By the window: its script is loaded once, and keeps the configuration of that time. */
const attempts = new WeakMap<Window, Attempt>();
const loaded = new WeakSet<Window>();

/**
 * Drives `MPI`, the one global of the script of Cielo's and Braspag's MPI V3. It is given number and
 * expiry of the card, never the CVV; it sees the device, and draws the bank's page by itself, over
 * everything. It tells nothing: between the two their server is asked, and after the bank's page
 * again, since it says the same of whoever confirmed and whoever did not.
 *
 * Not proved: that nothing has to be waited for after `updateCard`, and by which names `challenge`
 * reads what their server said; it is given both that are known. Sources: see
 * `service/providers/cielo/three-d-secure.ts`.
 */
export function mpiDriver(name: string): ThreeDSDriver {
  return {
    name,
    drawsOverAll: true,
    async run(run) {
      const { view, signal, card } = run;
      const session = readMpiSession(run.session, 'device');
      if (session === null) throw failed('error', 'the session is not one of the MPI');
      if (card === undefined) {
        throw failed('error', 'the card is not at hand for the 3-D Secure script');
      }
      const sdk = readGlobal(view);
      if (sdk === null) throw definedNothing();
      const before = new Set(view.document.body.children);
      const attempt: Attempt = { card, waitsFor: null, go: () => {}, fail: () => {} };
      attempts.set(view, attempt);
      try {
        return await ask(sdk, { ...run, card }, session, attempt);
      } catch (thrown) {
        // What the script drew it will not take away by itself any more.
        if (signal.aborted) removeDrawn(view.document, before);
        if (thrown instanceof CheckoutError) throw thrown;
        throw signal.aborted ? aborted() : failed('error', "the provider's script failed");
      } finally {
        // The script keeps its configuration, and the card is not to be read by it any more.
        if (attempts.get(view) === attempt) attempts.delete(view);
        run.onChallengeEnd();
      }
    },
  };
}

async function ask(
  sdk: Sdk,
  run: ThreeDSDriverRun & { card: CardWithoutCvv },
  { env, referenceId, token }: Extract<MpiSession, { step: 'device' }>,
  attempt: Attempt,
) {
  const { view, signal, card } = run;
  const until = (said: Said, begin: () => void) =>
    untilAborted(
      signal,
      () =>
        new Promise<void>((resolve, reject) => {
          Object.assign(attempt, { waitsFor: said, go: resolve, fail: reject });
          begin();
        }),
    );
  if (!loaded.has(view)) await until('onLoadComplete', () => sdk.load(configOf(view, env)));
  loaded.add(view);
  await until('onReady', () => sdk.init(referenceId, token));
  sdk.updateCard();
  const challenge = readMpiSession(await untilAborted(signal, run.proceed), 'challenge');
  if (challenge === null) throw failed('error', 'the session holds no challenge');
  // All the room there is: the script chooses the size of the bank's page by itself.
  run.onChallenge({ width: 0, height: 0 });
  const show = () => sdk.challenge(toChallenge(challenge), toOrder(challenge, card));
  // What it calls an error may have come after the bank's word: their server tells.
  await until('onValidationRequired', show).catch((thrown) => {
    if (signal.aborted) throw thrown;
  });
  return { outcome: 'done' } as const;
}

function configOf(view: Window, env: 'PRD' | 'SDB'): object {
  const said = (what: Said) => () => {
    const attempt = attempts.get(view);
    if (attempt?.waitsFor === what) attempt.go();
  };
  return {
    Environment: env,
    Debug: false,
    cardNumberReader: () => attempts.get(view)?.card.number,
    onLoadComplete: said('onLoadComplete'),
    onReady: said('onReady'),
    onValidationRequired: said('onValidationRequired'),
    onError: (told: unknown) => attempts.get(view)?.fail(told),
  };
}

/** The script's entry, or null where the page, an extension or an empty file left none. */
function readGlobal(view: Window): Sdk | null {
  try {
    const sdk = (view as { MPI?: { [name: string]: unknown } }).MPI;
    const call = (name: keyof Sdk) => {
      const entry = sdk?.[name];
      if (typeof entry !== 'function') throw new TypeError(name);
      return (...given: unknown[]) => Reflect.apply(entry, sdk, given);
    };
    return {
      load: call('load'),
      init: call('init'),
      updateCard: call('updateCard'),
      challenge: call('challenge'),
    };
  } catch {
    return null;
  }
}

function toChallenge({ acsUrl, pareq, transactionId }: Extract<MpiSession, { step: 'challenge' }>) {
  const asTold = { AcsUrl: acsUrl, Pareq: pareq, Payload: pareq, TransactionId: transactionId };
  return { ...asTold, acsUrl, payload: pareq, transactionId };
}

function toOrder({ order }: MpiSession, card: CardWithoutCvv): object {
  return {
    // S: electronic commerce.
    OrderDetails: { OrderNumber: order, CurrencyCode: '986', OrderChannel: 'S' },
    Consumer: {
      Account: {
        AccountNumber: card.number,
        ExpirationMonth: card.expirationMonth,
        ExpirationYear: card.expirationYear,
      },
    },
  };
}

function aborted(): CheckoutError {
  const message = 'the authentication was aborted';
  return new CheckoutError(errorData('ABORTED', message, { phase: 'challenge' }));
}
