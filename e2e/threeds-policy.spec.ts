import { askPolicy } from './own-policy.ts';
import { expect, test } from './system.ts';
import {
  AUTHENTICATED,
  challengeOf,
  enterCode,
  openThreeDSPage,
  startRun,
} from './threeds-page.ts';

for (const [flow, mode] of [
  ['preorder', 'element'],
  ['postorder', 'direct'],
] as const) {
  test(`contentSecurityPolicy() is all a page needs: ${flow} in ${mode} mode, with a challenge`, async ({
    page,
    system,
    places,
  }) => {
    const { own, violations } = await askPolicy(page, places, { flow, mode, trusted: true });
    await openThreeDSPage(page, places, { flow, mode, ...own });
    const run = await startRun(page, system, { flow, mode });
    await enterCode(challengeOf(page, mode));
    expect(await run.told).toMatchObject(AUTHENTICATED);
    expect(violations).toEqual([]);
  });
}
