const COLOR_DEPTHS = [48, 32, 24, 16, 15, 8, 4, 1];
const MAX_LANGUAGE = 8;

/** What the bank wants to know of this browser, in the formats of EMV 3-D Secure. */
export function readBrowser({ navigator, screen }: Window) {
  return {
    browserJavascriptEnabled: true,
    browserJavaEnabled: navigator.javaEnabled?.() === true,
    browserLanguage: toLanguage(navigator.language),
    browserColorDepth: toColorDepth(screen.colorDepth),
    browserScreenHeight: toPixels(screen.height),
    browserScreenWidth: toPixels(screen.width),
    // Positive west of Greenwich: "180" in São Paulo.
    browserTZ: String(new Date().getTimezoneOffset()),
  };
}

/** At most 8 characters: longer tags lose their last parts, `en-GB-oxendict` is `en-GB`. */
export function toLanguage(tag: string | undefined): string {
  const parts = (tag || 'pt-BR').split('-');
  while (parts.length > 1 && parts.join('-').length > MAX_LANGUAGE) parts.pop();
  return parts.join('-').slice(0, MAX_LANGUAGE);
}

/** The next depth the protocol knows: 30 bits count as 24. */
export function toColorDepth(depth: number): string {
  return String(COLOR_DEPTHS.find((known) => known <= depth) ?? 24);
}

function toPixels(length: number): string {
  return String(Math.min(Math.max(Math.round(length) || 0, 0), 999_999));
}
