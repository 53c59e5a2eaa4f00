import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';

/** Told as a story: each test of such a describe goes on from what the one before it left. */
export const STORY = { concurrent: false, shuffle: false };

/**
 * What the tests of a describe share: it is opened before the first of them, and can be used from
 * then on; its own `stop` or `close` is called after the last.
 */
export function opened<Opened extends object>(open: () => Promise<Opened>): Opened {
  const shared: Opened = Object.create(null);
  beforeAll(() => fill(shared, open));
  afterAll(() => end(shared));
  return shared;
}

/** The same, opened anew before each test and ended after it. */
export function openedForEach<Opened extends object>(open: () => Promise<Opened>): Opened {
  const shared: Opened = Object.create(null);
  beforeEach(() => fill(shared, open));
  afterEach(() => end(shared));
  return shared;
}

/** Getters stay getters, so that what is counted while it is open is read as it is then. */
async function fill<Opened extends object>(shared: Opened, open: () => Promise<Opened>) {
  Object.defineProperties(shared, Object.getOwnPropertyDescriptors(await open()));
}

async function end(shared: object): Promise<void> {
  if ('stop' in shared && typeof shared.stop === 'function') await shared.stop();
  if ('close' in shared && typeof shared.close === 'function') await shared.close();
}
