import { CheckoutError, errorData } from '../contract/errors/checkout-error.ts';
import type { PixCalls, PixEvent } from '../contract/frame/pix-calls.ts';
import { pixOptionsSchema, pixUpdateSchema } from '../contract/frame/pix-calls.ts';
import { systemTimers } from '../contract/frame/timers.ts';
import type { PixView } from '../contract/payments/pix-view.ts';
import { createAppearance } from './appearance/appearance.ts';
import { setThemeAndLayout } from './appearance/theme-and-layout.ts';
import { parseArgument, startFrameSession } from './frame-session.ts';
import type { FrameSettings } from './frame-settings.ts';
import { readFrameSettings } from './frame-settings.ts';
import { createPixScreen } from './pix/pix-screen.ts';
import type { PixWatch } from './pix/watch-pix.ts';
import { createViewQuestion, watchPix } from './pix/watch-pix.ts';
import { refuseFrame } from './refuse-frame.ts';

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
  const { ask, again } = createViewQuestion<PixView>(window, publicKey, 'pix-view');
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
        const view = await ask(viewToken, true);
        screen.setLocale(options.locale);
        screen.show(view);
        const { status } = view;
        if (status === 'PENDING') {
          watch = watchPix({
            document,
            timers: systemTimers,
            now,
            ask: () => again(viewToken),
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
