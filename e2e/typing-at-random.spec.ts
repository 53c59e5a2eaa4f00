import { openElementPage } from './element-page.ts';
import { expect, test } from './system.ts';
import { RUNS, typeAtRandom } from './typing-at-random.ts';

test('whatever is typed and filled in whatever order, no digit is lost or moved', async ({
  page,
  places,
}) => {
  await openElementPage(page, places);
  const card = page.frames().find((frame) => frame.parentFrame() !== null);
  for (const run of RUNS) expect(await card?.evaluate(typeAtRandom, run)).toEqual([]);
});
