import { neededDirectives, pageAllowing, watchViolations } from './own-policy.ts';
import { expect, test } from './system.ts';
import {
  AUTHENTICATED,
  challengeOf,
  enterCode,
  openThreeDSPage,
  startRun,
} from './threeds-page.ts';

test.describe('contentSecurityPolicy() is all a page needs', () => {
  for (const [flow, mode] of [
    ['preorder', 'element'],
    ['postorder', 'direct'],
  ] as const) {
    test(`${flow} in ${mode} mode, with a challenge and no violation`, async ({
      page,
      system,
      places,
    }) => {
      const violations = watchViolations(page);
      await openThreeDSPage(page, places, { flow, mode: 'hosted' });
      const needed = await neededDirectives(page, mode);
      const own = pageAllowing(needed, {
        'require-trusted-types-for': ["'script'"],
        'trusted-types': needed['trusted-types'] ?? ["'none'"],
      });
      await openThreeDSPage(page, places, { flow, mode, ...own });
      const run = await startRun(page, system, { flow, mode });
      await enterCode(challengeOf(page, mode));
      expect(await run.told).toMatchObject(AUTHENTICATED);
      expect(violations).toEqual([]);
    });
  }
});
