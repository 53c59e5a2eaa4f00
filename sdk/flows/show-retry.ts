import type { CheckoutError } from '../../contract/errors/checkout-error.ts';
import type { CardOptions } from '../../contract/frame/card-calls.ts';
import type { MethodOptions } from '../../contract/frame/payment-calls.ts';
import { systemTimers } from '../../contract/frame/timers.ts';
import type { Locale } from '../../contract/locale.ts';
import { focusOnceLoaded } from '../card-flow/focus-once-loaded.ts';

/** What failed, and what is left where trying again leads nowhere; the button. */
const TEXTS: {
  readonly [locale in Locale]: {
    readonly [kind in 'card' | 'payment']: readonly [failed: string, otherwise: string];
  } & { readonly again: string };
} = {
  'pt-BR': {
    card: ['Os campos do cartão não carregaram.', 'Pague de outra forma.'],
    payment: ['O pagamento não carregou.', 'Fale com a loja.'],
    again: 'Tentar de novo',
  },
  en: {
    card: ['The card fields did not load.', 'Pay another way.'],
    payment: ['The payment did not load.', 'Contact the store.'],
    again: 'Try again',
  },
  es: {
    card: ['Los campos de la tarjeta no cargaron.', 'Paga de otra forma.'],
    payment: ['El pago no cargó.', 'Habla con la tienda.'],
    again: 'Reintentar',
  },
};

/** As the card frame's own: variables.css. */
const COLORS = {
  light: { text: '#17212b', border: '#87929e', background: '#fff' },
  dark: { text: '#eef2f6', border: '#7d8b99', background: '#1a222b' },
};

/** Buttons the buyer pressed: where the frame fails once more, the focus goes back to them. */
const pressed = new WeakSet<HTMLButtonElement>();

/**
 * Turns the plain button that stands in for a lost frame into a box that says what is left: to try
 * again or, where the account takes no cards here, to pay another way. It keeps the frame's height
 * and appearance, so that nothing below it moves, and goes as soon as a frame is mounted in the
 * container or the button is removed. Styled by CSSOM alone, which any security policy allows.
 *
 * Decision: the button belongs to the script and works without this file: where nothing more can be
 * loaded, it shows the text of the error and no more.
 */
export function showRetry(
  button: HTMLButtonElement,
  options: Pick<CardOptions, 'locale' | 'appearance'> & MethodOptions,
  { retryable, userMessage }: Pick<CheckoutError, 'retryable' | 'userMessage'>,
): void {
  const home = button.parentElement;
  // Taken away while this came.
  if (home === null) return;
  const frameIn = () => [...home.children].find((child) => child instanceof HTMLIFrameElement);
  // A page that mounts another element when it hears of the failure is before this.
  if (frameIn() !== undefined) {
    button.replaceWith();
    return;
  }
  const { ownerDocument: document, style } = button;
  const { locale, appearance } = options;
  const { again, ...texts } = TEXTS[locale];
  // What has no methods is a card alone; who cannot pay at all has only the store left.
  const [failed, otherwise] = texts['methods' in options ? 'payment' : 'card'];
  const own = COLORS[style.colorScheme === 'dark' ? 'dark' : 'light'];
  const { colorText, colorBorder, colorBackground, borderRadius, fontFamily } =
    appearance?.variables ?? {};

  const box = document.createElement('div');
  const text = document.createElement('span');
  box.lang = locale;
  box.setAttribute('role', 'alert');
  box.style.cssText =
    'box-sizing:border-box;display:flex;flex-wrap:wrap;gap:6px 16px;align-items:center;' +
    'align-content:center;justify-content:center;padding:3px 12px;border:1px solid;' +
    'font:15px/1.4 system-ui,sans-serif;text-align:center';
  // One by one: what the page wrote into one of them stays in that one.
  box.style.minHeight = style.height;
  box.style.colorScheme = style.colorScheme;
  box.style.color = colorText ?? own.text;
  box.style.borderColor = colorBorder ?? own.border;
  box.style.background = colorBackground ?? own.background;
  box.style.borderRadius = borderRadius ?? '8px';
  if (fontFamily !== undefined) box.style.fontFamily = fontFamily;
  text.textContent = retryable ? failed : `${userMessage} ${otherwise}`;
  button.textContent = again;
  style.cssText =
    'min-height:44px;padding:0 16px;border:1px solid;border-radius:inherit;background:none;' +
    `color:inherit;font:inherit;font-weight:600;cursor:pointer${retryable ? '' : ';display:none'}`;
  // Before the button's own listener, which has the frame mounted.
  box.addEventListener('click', ({ target }) => target === button && pressed.add(button), true);
  button.replaceWith(box);
  box.append(text, button);
  if (pressed.delete(button) && isFocusFree(document)) button.focus();

  const observer = new MutationObserver(() => {
    const frame = frameIn();
    if (frame === undefined && box.contains(button)) return;
    box.replaceWith();
    // Once pressed, the frame is still to come, and with it the focus, which was the button's.
    if (frame === undefined && pressed.has(button)) return;
    observer.disconnect();
    if (frame instanceof HTMLIFrameElement && pressed.has(button)) {
      focusOnceLoaded(frame, () => isFocusFree(document), systemTimers);
    }
  });
  observer.observe(home, { childList: true });
  observer.observe(box, { childList: true });
}

function isFocusFree({ activeElement, body }: Document): boolean {
  return activeElement === null || activeElement === body;
}
