import type { CardWithoutCvv } from '../../contract/card/card.ts';
import { CHALLENGE_WINDOW_SIZES } from '../../contract/card/challenge.ts';
import type { ErrorData } from '../../contract/errors/checkout-error.ts';
import { errorData } from '../../contract/errors/checkout-error.ts';
import type { Channel } from '../../contract/frame/channel.ts';
import { connectFrame } from '../../contract/frame/connect-frame.ts';
import type { HostedEvent, Viewport } from '../../contract/frame/hosted-calls.ts';
import { isViewport } from '../../contract/frame/hosted-calls.ts';
import type { StageCalls, StageEvent } from '../../contract/frame/stage-calls.ts';
import type { Timers } from '../../contract/frame/timers.ts';
import type { Locale } from '../../contract/locale.ts';
import type { CheckoutConfig, PendingThreeDS } from '../../contract/published-types.ts';
import type { AuthenticationRun } from '../../sdk/card-flow/authenticate.ts';
import { CHALLENGE_MESSAGES } from '../../sdk/card-flow/challenge-messages.ts';
import { windowSizeFor } from '../../sdk/card-flow/challenge-window-size.ts';
import type { ChallengeBar } from './challenge-bar.ts';
import { BAR_HEIGHT } from './challenge-bar.ts';
import { passFocusOn } from './pass-focus-on.ts';

/** The service has the last word on the time; this only ends a stage that fell silent. */
const SLACK_MS = 30_000;

/** The provider's script shares the stage with us, so what the stage tells is checked. */
const LONGEST_SIDE = 2_000;

function isSize(told: Viewport): boolean {
  return (
    Math.min(told.width, told.height) >= 0 && Math.max(told.width, told.height) <= LONGEST_SIDE
  );
}

function readResult(told: unknown): StageCalls['run']['result'] {
  const { outcome, providerReference: reference }: { [member: string]: unknown } = Object(told);
  const isReference = typeof reference === 'string' && /^[\w-]{1,100}$/.test(reference);
  return {
    outcome: outcome === 'cancelled' ? outcome : 'done',
    providerReference: isReference ? reference : undefined,
  };
}

export type StageSettings = {
  view: Window;
  container: HTMLElement;
  publicKey: string;
  config: Pick<CheckoutConfig, 'threeDSStageUrl'>;
  locale: Locale;
  theme: 'light' | 'dark';
  timers: Timers;
  now: () => Date;
  bar: ChallengeBar;
  notify: (event: HostedEvent) => void;
};

/**
 * A fresh stage each time, which runs the provider's script on an origin of its own, under our bar
 * while the bank asks. Whatever happens, stage and bar are gone when it settles.
 */
export function stageRun(
  settings: StageSettings,
  viewport: Viewport,
  cardOf: () => Promise<CardWithoutCvv | undefined>,
): AuthenticationRun {
  return async ({ pending, payer, remainingMs, signal, proceed }) => {
    const { view, bar, timers, notify } = settings;
    const endsAt = settings.now().getTime() + remainingMs;
    const windowSize = windowSizeFor(viewport);
    const iframe = stageFrame(settings);
    let isShown = false;
    let isReady = false;
    let stopFocus = () => {};
    let cancel = () => {};
    let fail = (_thrown: unknown) => {};
    const ended = new Promise<{ outcome: 'cancelled' }>((resolve, reject) => {
      cancel = () => resolve({ outcome: 'cancelled' });
      fail = reject;
    });

    const call = { deadlineMs: remainingMs + SLACK_MS, phase: 'challenge', signal };

    const stage = connectFrame<StageCalls, StageEvent>({
      view,
      container: settings.container,
      iframe,
      origin: settings.config.threeDSStageUrl,
      path: 'stage',
      publicKey: settings.publicKey,
      fragment: { theme: settings.theme, lang: settings.locale },
      calls: ['run', 'proceed', 'cancel'],
      timers,
      onEvent(event) {
        if (event.type === 'challenge-end') hide();
        else if (event.type === 'ready') goOn();
        else show(event);
      },
      onMissed: () => stage.lose(stageUnavailable(settings)),
      onLost: () => undefined,
    });
    const abort = () => stage.close(errorData('ABORTED', 'the authentication was aborted'));
    signal.addEventListener('abort', abort);

    function show(event: StageEvent): void {
      if (event.type !== 'challenge' || isShown) return;
      isShown = true;
      const [usualWidth, usualHeight] = CHALLENGE_WINDOW_SIZES[windowSize];
      const isTold = isViewport(event) && isSize(event);
      const { width, height } = isTold ? event : { width: usualWidth, height: usualHeight };
      const isWhole = width === 0 || height === 0;
      bar.show({ remainingMs: endsAt - settings.now().getTime(), onCancel: cancel });
      stopFocus = passFocusOn(view, timers, () => iframe);
      notify({
        type: 'challenge',
        width: isWhole ? 0 : width,
        height: isWhole ? 0 : height + BAR_HEIGHT,
      });
    }

    function hide(): void {
      if (!isShown) return;
      isShown = false;
      stopFocus();
      bar.hide();
      notify({ type: 'challenge-end' });
    }

    /** Once, whatever the script says: the service asks its provider. */
    function goOn(): void {
      if (isReady) return;
      isReady = true;
      const tell = async (session: string) =>
        (await stage.channel).call('proceed', { session }, call);
      proceed().then(tell).catch(fail);
    }

    async function run(channel: Channel<StageCalls>) {
      const card = await cardOf();
      const known = { windowSize, locale: settings.locale };
      const given = { ...(card && { card }), ...(payer && { payer }) };
      return channel.call('run', { ...toRun(pending), ...known, ...given }, call);
    }

    try {
      const result = await Promise.race([stage.channel.then(run), ended]);
      return readResult(result);
    } finally {
      signal.removeEventListener('abort', abort);
      hide();
      stage.close(errorData('DESTROYED', 'the authentication is over'));
    }
  };
}

function toRun(pending: PendingThreeDS) {
  return {
    provider: pending.threeDSecureProvider,
    session: pending.threeDSecureSession,
    transactionId: pending.threeDSecureTransactionId,
  };
}

function stageFrame({ view, theme, locale }: StageSettings): HTMLIFrameElement {
  const iframe = view.document.createElement('iframe');
  iframe.title = CHALLENGE_MESSAGES[locale].bankWindow;
  iframe.referrerPolicy = 'strict-origin';
  // A bank may ask for a passkey or a payment confirmation of the browser.
  iframe.allow = 'payment *; publickey-credentials-get *';
  iframe.style.colorScheme = theme;
  return iframe;
}

/** No hello from the stage: its origin cannot be reached, or something on the way blocks it. */
function stageUnavailable({ config }: StageSettings): ErrorData {
  const { host } = new URL(config.threeDSStageUrl);
  const message = `the 3-D Secure stage at ${config.threeDSStageUrl} could not be loaded`;
  const details = { phase: 'frame', cause: 'network', host } as const;
  return errorData('THREEDS_SDK_UNAVAILABLE', message, details);
}
