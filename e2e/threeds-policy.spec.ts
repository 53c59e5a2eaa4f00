import { expect, test } from './system.ts';
import {
  AUTHENTICATED,
  challengeOf,
  enterCode,
  openThreeDSPage,
  startRun,
} from './threeds-page.ts';

test.describe('contentSecurityPolicy() is all a page needs', () => {
  const NONCE = 'cGFnZS1ub25jZQ';
  for (const mode of ['element', 'hosted', 'direct'] as const) {
    for (const flow of ['preorder', 'postorder'] as const) {
      test(`${flow} in ${mode} mode, with a challenge and no violation`, async ({
        page,
        system,
        merchant,
      }) => {
        const violations: string[] = [];
        page.on('console', (message) => {
          if (/Content Security Policy|Trusted/i.test(message.text())) {
            violations.push(message.text());
          }
        });
        await openThreeDSPage(page, { system, merchant }, { flow, mode: 'hosted' });
        const kind = mode === 'direct' ? 'direct' : 'hosted';
        const directives = await page.evaluate<{ [name: string]: string[] }>(
          `client.contentSecurityPolicy('${kind}')`,
        );
        const policy: { [name: string]: string[] } = {
          'default-src': ["'none'"],
          ...directives,
          'script-src': [...(directives['script-src'] ?? []), `'nonce-${NONCE}'`],
          'require-trusted-types-for': ["'script'"],
          'trusted-types': directives['trusted-types'] ?? ["'none'"],
        };
        const written = Object.entries(policy).map(([name, values]) => [name, ...values].join(' '));
        const headers = { 'content-security-policy': written.join('; ') };
        await openThreeDSPage(
          page,
          { system, merchant },
          { flow, mode, nonce: NONCE, sdkNonce: false, headers },
        );
        violations.length = 0;
        const run = await startRun(page, system, { flow, mode });
        await enterCode(challengeOf(page, mode));
        expect(await run.told).toMatchObject(AUTHENTICATED);
        expect(violations).toEqual([]);
      });
    }
  }
});
