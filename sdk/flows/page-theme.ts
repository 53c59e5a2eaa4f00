/**
 * The colour scheme that the page itself is drawn in, by its own word: a page that says nothing of
 * one is light, whatever the buyer's system is.
 *
 * Decision: what stands around a bank's window follows the page, and not the theme of one element:
 * it covers the page, and in direct mode there is no element.
 */
export function pageTheme(view: Window): 'light' | 'dark' {
  const schemes = view.getComputedStyle(view.document.documentElement).colorScheme ?? '';
  if (!/\bdark\b/.test(schemes)) return 'light';
  const isOnlyDark = !/\blight\b/.test(schemes);
  return isOnlyDark || view.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}
