/** Left out where the site is placed without sandbox and shop (`scripts/place-docs.mjs`). */
export function besideSandbox(html: string): string {
  return `<!--sandbox-->${html}<!--/sandbox-->`;
}
