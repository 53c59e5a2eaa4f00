import { CHALLENGE_WINDOW_SIZES } from '../../../contract/card/challenge.ts';
import type { FormChallenge } from '../../../contract/card/form-challenge.ts';
import { readFormChallenge } from '../../../contract/card/form-challenge.ts';
import { CheckoutError, errorData } from '../../../contract/errors/checkout-error.ts';
import { CHALLENGE_MESSAGES } from '../challenge-messages.ts';
import type { ThreeDSDriver, ThreeDSDriverRun } from '../three-d-secure-driver.ts';

/**
 * A driver for providers that load no script: the session names the bank's page and the one field
 * that is posted to it. The page says `{ status: 'COMPLETE' }` to the window around it when it is
 * over; whoever runs this asks the service as well, since that may be lost.
 */
export function formChallengeDriver(name: string): ThreeDSDriver {
  return {
    name,
    hasScript: false,
    hostsOf(session) {
      const origin = /^https:\/\/[^/?#]+/.exec(readFormChallenge(session)?.url ?? '');
      return origin === null ? [] : [origin[0]];
    },
    async run(run) {
      const challenge = readFormChallenge(run.session);
      if (challenge !== null) return show(challenge, run);
      const details = { phase: 'challenge', reason: 'error' } as const;
      throw new CheckoutError(
        errorData('THREEDS_FAILED', 'the session holds no challenge', details),
      );
    },
  };
}

function show({ url, creq }: FormChallenge, run: ThreeDSDriverRun): Promise<{ outcome: 'done' }> {
  const { view, transactionId, windowSize, locale, signal } = run;
  const { document } = view;
  const frame = document.createElement('iframe');
  frame.name = `challenge-${transactionId}`;
  frame.title = CHALLENGE_MESSAGES[locale].bankWindow;
  // Decision: the bank may do all it needs, and never lead the shop's own page away. A form of an inner
  // frame of the bank's that is sent to `_parent` is the price: Chromium lets nothing in a sandboxed
  // frame navigate what is around it, with or without `allow-top-navigation`, and knows no other way to
  // keep a frame that was clicked in from leading the whole page.
  frame.setAttribute('sandbox', 'allow-forms allow-popups allow-same-origin allow-scripts');
  frame.allow = 'payment *; publickey-credentials-get *';
  frame.style.border = '0';
  const form = toForm(document, { url, creq, target: frame.name });
  return new Promise((resolve, reject) => {
    const end = () => {
      view.removeEventListener('message', onMessage);
      signal.removeEventListener('abort', onAbort);
      frame.replaceWith();
      form.replaceWith();
      run.onChallengeEnd();
    };
    const onMessage = ({ source, data }: MessageEvent) => {
      // From this frame alone; of which origin, only the bank knows, which hands over to others at
      // its end. It is a hint: the service asks the acquirer.
      if (source === null || source !== frame.contentWindow) return;
      if (data?.status !== 'COMPLETE') return;
      end();
      resolve({ outcome: 'done' });
    };
    const onAbort = () => {
      end();
      reject(aborted());
    };
    if (signal.aborted) return reject(aborted());
    view.addEventListener('message', onMessage);
    signal.addEventListener('abort', onAbort);
    run.challengeContainer.append(frame);
    const [width, height] = CHALLENGE_WINDOW_SIZES[windowSize];
    run.onChallenge({ width, height });
    document.body.append(form);
    form.submit();
  });
}

function toForm(
  document: Document,
  { url, creq, target }: FormChallenge & { target: string },
): HTMLFormElement {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = url;
  form.target = target;
  form.hidden = true;
  const field = document.createElement('input');
  field.type = 'hidden';
  field.name = 'creq';
  field.value = creq;
  form.append(field);
  return form;
}

function aborted(): CheckoutError {
  const message = 'the authentication was aborted';
  return new CheckoutError(errorData('ABORTED', message, { phase: 'challenge' }));
}
