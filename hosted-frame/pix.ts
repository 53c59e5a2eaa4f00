import { CheckoutError, errorData } from '../contract/errors/checkout-error.ts';
import type { PixCalls, PixEvent } from '../contract/frame/pix-calls.ts';
import { pixOptionsSchema, pixUpdateSchema } from '../contract/frame/pix-calls.ts';
import { systemTimers } from '../contract/frame/timers.ts';
import type { PixView } from '../contract/payments/pix-view.ts';
import { createCheckoutRequest } from '../sdk/card-flow/checkout-request.ts';
import { createAppearance } from './appearance/appearance.ts';
import { setThemeAndLayout } from './appearance/theme-and-layout.ts';
import { parseArgument, startFrameSession } from './frame-session.ts';
import type { FrameSettings } from './frame-settings.ts';
import { readFrameSettings } from './frame-settings.ts';
import { createPixScreen } from './pix/pix-screen.ts';
import type { PixWatch, WatchAnswer } from './pix/watch-pix.ts';
import { watchPix } from './pix/watch-pix.ts';
import { refuseFrame } from './refuse-frame.ts';

const ASK_DEADLINE_MS = 10_000;

const settings = readFrameSettings(window);
if (settings !== null && 'config' in settings) startPix(settings);
else {
  // Not in a page, in one without an origin, or in one that may not: nothing is shown.
  document.body.replaceChildren();
  if (settings !== null) refuseFrame(window, settings, ['configure']);
}

function startPix({ publicKey, nonce, theme, config }: FrameSettings): void {
  setThemeAndLayout(document, { appearance: { theme } });
  const now = () => performance.now();
  let watch: PixWatch | null = null;
  let viewToken = '';
  let retryAfterMs = 0;

  const request = createCheckoutRequest({
    async fetch(...call) {
      const response = await fetch(...call);
      retryAfterMs = Number(response.headers.get('retry-after')) * 1000;
      return response;
    },
    baseUrl: '',
    publicKey,
  });
  const appearance = createAppearance({
    view: window,
    fonts: config.fonts,
    loadPageAppearance: () => import('./appearance/page-appearance.ts'),
  });
  const screen = createPixScreen({
    view: window,
    timers: systemTimers,
    now,
    onAct: () => watch?.hurry(),
  });
  const height = () => Math.ceil(screen.main.getBoundingClientRect().height);
  new ResizeObserver(() => {
    // Until it is shown, the page keeps the room it reserved.
    if (!screen.main.hasAttribute('inert')) session.notify({ type: 'resize', height: height() });
  }).observe(screen.main);

  function askForView(withSquares: boolean): Promise<PixView> {
    retryAfterMs = 0;
    return request<PixView>({
      method: 'POST',
      path: 'pix-view',
      body: { viewToken, withSquares },
      deadlineMs: ASK_DEADLINE_MS,
      phase: 'view',
    });
  }

  async function ask(): Promise<WatchAnswer<PixView>> {
    try {
      return { view: await askForView(false) };
    } catch {
      return { retryAfterMs };
    }
  }

  function onView(view: PixView): void {
    screen.show(view);
    if (view.status !== 'PENDING') session.notify({ type: 'ended', status: view.status });
  }

  const session = startFrameSession<PixCalls, PixEvent>({
    view: window,
    config,
    nonce,
    handlers: {
      configure: async (argument) => {
        const options = parseArgument(pixOptionsSchema, argument);
        if (viewToken) throw new CheckoutError(errorData('CALL_NOT_ALLOWED', 'is shown already'));
        ({ viewToken } = options);
        await appearance.apply({ appearance: argument.appearance });
        const view = await askForView(true);
        screen.setLocale(options.locale);
        screen.show(view);
        const { status } = view;
        if (status === 'PENDING') {
          watch = watchPix({
            document,
            timers: systemTimers,
            now,
            ask,
            onView,
            onTrouble: screen.showOffline,
          });
        }
        return { height: height(), status };
      },
      update: async (argument) => {
        const { locale } = parseArgument(pixUpdateSchema, argument);
        await appearance.apply({ appearance: argument.appearance });
        if (locale) screen.setLocale(locale);
        return { height: height() };
      },
    },
  });
}
