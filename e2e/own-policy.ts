import type { Page } from '@playwright/test';
import type { Flow, Mode, ThreeDSDependencies } from './threeds-page.ts';
import { openThreeDSPage } from './threeds-page.ts';

const NONCE = 'cGFnZS1ub25jZQ';

type Directives = { [name: string]: string[] };

/**
 * Asks the sdk of an open page what a page needs in this mode. `own`: of a page that allows that and
 * nothing else, and with `trusted` asks for Trusted Types. `violations`: what the browser reports of
 * them in its console from now on.
 */
export async function askPolicy(
  page: Page,
  places: ThreeDSDependencies,
  { flow, mode, trusted = false }: { flow: Flow; mode: Mode; trusted?: boolean },
) {
  const violations: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted/i.test(message.text())) violations.push(message.text());
  });
  await openThreeDSPage(page, places, { flow, mode: 'hosted' });
  const kind = mode === 'direct' ? 'direct' : 'hosted';
  const needed = await page.evaluate<Directives>(`client.contentSecurityPolicy('${kind}')`);
  const policy: Directives = {
    'default-src': ["'none'"],
    ...(trusted && { 'require-trusted-types-for': ["'script'"], 'trusted-types': ["'none'"] }),
    ...needed,
    'script-src': [...(needed['script-src'] ?? []), `'nonce-${NONCE}'`],
  };
  const written = Object.entries(policy).map(([name, values]) => [name, ...values].join(' '));
  const headers = { 'content-security-policy': written.join('; ') };
  return { needed, violations, own: { nonce: NONCE, sdkNonce: false, headers } };
}
