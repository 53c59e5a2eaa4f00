import type { Locale } from '../../contract/locale.ts';

const TITLES: { [locale in Locale]: string } = {
  'pt-BR': 'Pagamento por PIX',
  en: 'Payment by PIX',
  es: 'Pago por PIX',
};

export function pixTitle(locale: Locale): string {
  return TITLES[locale];
}

/** The iframe of the PIX element, styled through CSSOM alone: a strict `style-src` allows that. */
export function createPixIframe(document: Document, locale: Locale): HTMLIFrameElement {
  const iframe = document.createElement('iframe');
  iframe.title = pixTitle(locale);
  iframe.referrerPolicy = 'strict-origin';
  // Without this the code can only be copied by hand.
  iframe.allow = 'clipboard-write';
  iframe.style.cssText = 'display:block;width:100%;border:0;background:transparent';
  return iframe;
}

/**
 * Room for the code until the frame tells its own height: pix.css has one column below 480 px, and
 * above some width no step takes two lines.
 */
export function reservedPixHeight(container: Element): number {
  const { width } = container.getBoundingClientRect();
  if (width > 0 && width < 480) return 646;
  return width < 730 ? 394 : 349;
}
