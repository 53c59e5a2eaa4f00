import type { Page } from '@playwright/test';
import type { Mode } from './threeds-page.ts';

const NONCE = 'cGFnZS1ub25jZQ';

export type Directives = { [name: string]: string[] };

/** What the sdk of an open page says that a page needs in this mode. */
export function neededDirectives(page: Page, mode: Mode): Promise<Directives> {
  const kind = mode === 'direct' ? 'direct' : 'hosted';
  return page.evaluate<Directives>(`client.contentSecurityPolicy('${kind}')`);
}

/** A page that allows what it needs and nothing else; `more`: directives beside those. */
export function pageAllowing(needed: Directives, more: Directives = {}) {
  const policy: Directives = {
    'default-src': ["'none'"],
    ...needed,
    'script-src': [...(needed['script-src'] ?? []), `'nonce-${NONCE}'`],
    ...more,
  };
  const written = Object.entries(policy).map(([name, values]) => [name, ...values].join(' '));
  const headers = { 'content-security-policy': written.join('; ') };
  return { nonce: NONCE, sdkNonce: false, headers };
}

/** The violations that the browser reports in its console from now on. */
export function watchViolations(page: Page): string[] {
  const violations: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted/i.test(message.text())) violations.push(message.text());
  });
  return violations;
}
