import type { ShownPayment } from '../../contract/frame/payment-calls.ts';
import { systemTimers } from '../../contract/frame/timers.ts';
import type { Locale } from '../../contract/locale.ts';
import type { PaymentView } from '../../contract/payments/pix-view.ts';
import { createPixScreen } from '../pix/pix-screen.ts';
import { createViewQuestion, watchPix } from '../pix/watch-pix.ts';
import { createLaterScreen } from './later-screen.ts';
import { makeElement, makeQr } from './make-element.ts';

// The entry of a chunk of its own, for buyers who pay by PIX, boleto or from their bank.

type Screen = {
  show: (view: PaymentView) => void;
  setLocale: (locale: Locale) => void;
  showOffline: () => void;
  stop: () => void;
};

/** Draws one payin after another in `place` and watches each, by the view token of its answer. */
export function createShownPayment(context: {
  view: Window & typeof globalThis;
  publicKey: string;
  place: HTMLElement;
  onEnded: (shown: ShownPayment) => void;
}) {
  const { view, publicKey, place, onEnded } = context;
  const { document } = view;
  const now = () => view.performance.now();
  let screen: Screen | null = null;
  let watched: { hurry: () => void; stop: () => void } | null = null;
  const { ask, again } = createViewQuestion<PaymentView>(view, publicKey, 'payment-view');

  async function show(viewToken: string, locale: Locale): Promise<ShownPayment> {
    const found = await ask(viewToken, true);
    const { paymentMethod, status } = found;
    hide();
    const main = makeElement(document, 'div', {
      id: 'pix',
      role: 'group',
      tabindex: '-1',
      'aria-labelledby': 'payee amount',
    });
    place.replaceChildren(main);
    const drawn: Screen = paymentMethod === 'PIX' ? pixScreen(main) : createLaterScreen(view, main);
    screen = drawn;
    drawn.setLocale(locale);
    drawn.show(found);
    if (status === 'PENDING') {
      watched = watchPix<PaymentView>({
        document,
        timers: systemTimers,
        now,
        ask: () => again(viewToken),
        onView(next) {
          drawn.show(next);
          if (next.status !== 'PENDING') onEnded({ paymentMethod, status: next.status });
        },
        onTrouble: drawn.showOffline,
      });
    }
    return { paymentMethod, status };
  }

  function pixScreen(main: HTMLElement): Screen {
    drawPix(document, main);
    return createPixScreen({ view, timers: systemTimers, now, onAct: () => watched?.hurry() });
  }

  function hide(): void {
    watched?.stop();
    watched = null;
    screen?.stop();
    screen = null;
  }

  return { show, hide, setLocale: (locale: Locale) => screen?.setLocale(locale) };
}

/** What pix.html has, for the same screen. */
function drawPix(document: Document, main: HTMLElement): void {
  const part = (tag: 'p' | 'label' | 'input' | 'button' | 'li', id: string, more = {}) =>
    makeElement(document, tag, { id, ...more });
  const pay = { class: 'pay' };
  const clock = part('p', 'clock', pay);
  clock.append(
    makeElement(document, 'span', { id: 'until' }),
    ' ',
    makeElement(document, 'b', { id: 'left', role: 'timer' }),
  );
  const news = makeElement(document, 'div', { id: 'news', role: 'status', tabindex: '-1' });
  news.append(part('p', 'headline'), part('p', 'note'));
  const steps = makeElement(document, 'ol', pay);
  steps.append(part('li', 'open'), part('li', 'paste'), part('li', 'confirm'));
  main.append(
    part('p', 'payee'),
    part('p', 'amount'),
    clock,
    part('label', 'name', { ...pay, for: 'code' }),
    part('input', 'code', { ...pay, readonly: '', tabindex: '-1', 'aria-hidden': 'true' }),
    part('button', 'copy', { ...pay, type: 'button' }),
    news,
    steps,
    makeQr(document, { id: 'qr', class: 'pay' }),
  );
}
