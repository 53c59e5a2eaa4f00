import { CheckoutError, errorData } from '../../contract/errors/checkout-error.ts';
import { noArgumentSchema } from '../../contract/frame/card-calls.ts';
import type { StageCalls, StageEvent } from '../../contract/frame/stage-calls.ts';
import { stageProceedSchema, stageRunSchema } from '../../contract/frame/stage-calls.ts';
import { systemTimers } from '../../contract/frame/timers.ts';
import { readCardWithoutCvv } from '../../sdk/card-flow/card-without-cvv.ts';
import { focusOnceLoaded } from '../../sdk/card-flow/focus-once-loaded.ts';
import { readThreeDSPayer } from '../../sdk/card-flow/three-d-secure-payer.ts';
import { runThreeDS } from '../../sdk/card-flow/three-d-secure-run.ts';
import { parentOrigin, parseArgument, startFrameSession } from '../frame-session.ts';
import type { FrameSettings } from '../frame-settings.ts';
import { passFocusOn } from './pass-focus-on.ts';

/**
 * The 3DS stage: runs the provider's script of this account, once, for the hosted document alone.
 * It takes no address from anybody; another parent than checkout_url gets no word from it.
 */
export function startStage(view: Window, { nonce, theme, config }: FrameSettings): void {
  if (parentOrigin(view) !== config.checkoutUrl) return;
  const { document } = view;
  const { threeDS } = config.capabilities;
  const challengeContainer = document.getElementById('challenge');
  const methodContainer = document.getElementById('method');
  if (challengeContainer === null || methodContainer === null) return;
  let running: AbortController | null = null;
  let goOn = (_session: string) => {};
  let stopFocus = () => {};
  document.documentElement.dataset.theme = theme;

  const session = startFrameSession<StageCalls, StageEvent>({
    view,
    config: { origins: [config.checkoutUrl] },
    nonce,
    onClose: () => running?.abort(),
    handlers: {
      run: async (argument) => {
        const { provider, card, payer, ...run } = parseArgument(stageRunSchema, argument);
        if (running !== null) {
          throw new CheckoutError(errorData('CALL_NOT_ALLOWED', 'a stage runs once'));
        }
        if (!threeDS.enabled || provider !== threeDS.provider) throw unsupported();
        running = new AbortController();
        return runThreeDS({
          ...run,
          card: readCardWithoutCvv(card) ?? undefined,
          payer: payer && readThreeDSPayer(payer),
          view,
          provider,
          // Its own word for the script, from the document the service served.
          script: { url: threeDS.sdkUrl, expectedUrl: threeDS.sdkUrl, toScriptUrl: (url) => url },
          providerHosts: null,
          methodContainer,
          challengeContainer,
          timers: systemTimers,
          onChallenge: ({ width, height }) => {
            session.notify({ type: 'challenge', width, height });
            const frameOf = focusOnceLoaded(
              challengeContainer.querySelector('iframe'),
              () => document.hasFocus() && document.activeElement === document.body,
              // Its window hears of the focus that the page gives it, too.
              null,
            );
            stopFocus = passFocusOn(view, systemTimers, frameOf);
          },
          onChallengeEnd: () => {
            stopFocus();
            session.notify({ type: 'challenge-end' });
          },
          signal: running.signal,
          proceed: () =>
            new Promise((resolve) => {
              goOn = resolve;
              session.notify({ type: 'ready' });
            }),
        });
      },
      proceed: async (argument) => {
        goOn(parseArgument(stageProceedSchema, argument).session);
        return null;
      },
      cancel: async (argument) => {
        parseArgument(noArgumentSchema, argument);
        running?.abort();
        return null;
      },
    },
  });
}

function unsupported(): CheckoutError {
  const details = { phase: 'script', cause: 'unsupported' } as const;
  return new CheckoutError(
    errorData('THREEDS_SDK_UNAVAILABLE', 'this account has no such provider', details),
  );
}
