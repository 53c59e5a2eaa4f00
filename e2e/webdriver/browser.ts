import { test as base, expect } from '../system.ts';
import type { Session } from './session.ts';
import { openSession } from './session.ts';
import type { Driver } from './webkit-driver.ts';
import { startWebKitDriver } from './webkit-driver.ts';

/** `session`: a new window of WebKitGTK for this test, driven by WebDriver. */
export const test = base.extend<{ session: Session }, { driver: Driver }>({
  driver: [
    // biome-ignore lint/correctness/noEmptyPattern: required by the runner
    async ({}, use) => {
      const program = process.env.WEBKIT_DRIVER_PATH;
      if (program === undefined) throw new Error('WEBKIT_DRIVER_PATH names no WebKitWebDriver');
      const driver = await startWebKitDriver(program);
      await use(driver);
      driver.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  session: async ({ driver }, use) => {
    const session = await openSession(driver.url);
    await use(session);
    await session.close();
  },
});

export { expect };
