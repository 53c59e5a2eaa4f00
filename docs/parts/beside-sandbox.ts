/**
 * HTML that is of use only where the sandbox and its shop run beside the documentation: what is
 * between these marks is left out where it is placed elsewhere (`scripts/place-docs.mjs`).
 */
export function besideSandbox(html: string): string {
  return `<!--sandbox-->${html}<!--/sandbox-->`;
}
