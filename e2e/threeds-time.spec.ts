import { expectCode } from './expected-code.ts';
import { openChallenge } from './hostile/open-challenge.ts';
import { callApi } from './merchant-api.ts';
import { rare } from './rare.ts';
import type { System } from './system.ts';
import { expect, test } from './system.ts';
import type { Flow } from './threeds-page.ts';
import {
  AUTHENTICATED,
  challengeOf,
  createPayin,
  enterCode,
  expectNoChallenge,
  expectPayin,
  startRun,
} from './threeds-page.ts';

const EXPIRED = {
  type: 'customer',
  retryable: true,
  userMessage: expect.stringMatching(/tente de novo/),
};
const MODES = ['element', 'direct'] as const;

/** Moves the account's time past the life of every open challenge. */
async function outlive(system: System, flow: Flow): Promise<void> {
  const moved = await callApi(system, flow, '/sandbox/clock', { advanceSeconds: 15 * 60 + 1 });
  expect(moved.status).toBe(200);
}

for (const mode of MODES) {
  const also = rare(mode !== 'element');
  test.describe(`time that runs out in ${mode} mode`, () => {
    test('cancels the payin and leaves no usable token after the order', async ({
      page,
      system,
      places,
    }) => {
      const how = { flow: 'postorder', mode } as const;
      const { run } = await openChallenge(page, places, how);
      await outlive(system, 'postorder');
      expectCode(await run.told, 'THREEDS_EXPIRED', {
        ...EXPIRED,
        details: { payinId: run.payin?.id },
      });
      await expectNoChallenge(page);
      await expectPayin(system, 'postorder', run.payin?.id, 'CANCELED');
      const card = { token: run.token(), installments: 1 };
      const again = await createPayin(system, 'postorder', card, run.referenceId);
      expect(again).toMatchObject({ status: 201, body: { id: run.payin?.id, status: 'CANCELED' } });
      const other = await createPayin(system, 'postorder', card, `${run.referenceId}-other`);
      expect(other).toMatchObject({ status: 400, body: { error: { code: 'INVALID_DATA' } } });
    });

    test(`leaves no usable token before the order${rare()}`, async ({ page, system, places }) => {
      const how = { flow: 'preorder', mode } as const;
      const { run, challenge } = await openChallenge(page, places, how);
      await challenge.code.fill('1234');
      await outlive(system, 'preorder');
      // The right code, too late by the service's clock.
      await challenge.confirm.click().catch(() => undefined);
      expectCode(await run.told, 'THREEDS_EXPIRED', {
        ...EXPIRED,
        details: { phase: expect.any(String) },
      });
      await expectNoChallenge(page);
      const threeDSecure = { referenceId: run.sessionId() };
      const card = { token: run.token(), installments: 1, threeDSecure };
      const answer = await createPayin(system, 'preorder', card, run.referenceId);
      expect(answer).toMatchObject({ status: 422, body: { error: { code: 'INVALID_DATA' } } });
      // The card was not refused: the same one pays at a new try.
      const next = await startRun(page, system, how);
      await enterCode(challengeOf(page, mode));
      expect(await next.told).toMatchObject(AUTHENTICATED);
    });
  });

  test(`the clock is seen, and said politely at its marks, in ${mode} mode${also}`, async ({
    page,
    places,
  }) => {
    await page.clock.install();
    const how = { flow: 'preorder', mode } as const;
    const { run, challenge } = await openChallenge(page, places, how);
    const bar = mode === 'direct' ? challenge.dialog : challenge.hosted.locator('body');
    await expect(bar.getByText(/^1[45]:\d\d$/)).toBeVisible();
    // From here on only the test moves the time.
    await page.clock.pauseAt(Number(await page.evaluate('Date.now()')) + 5_000);
    for (const [forward, shown, said] of [
      ['09:50', /^0[45]:\d\d$/, null],
      ['00:20', /^04:\d\d$/, 'Faltam 5 minutos para confirmar.'],
      ['04:00', /^00:\d\d$/, 'Falta 1 minuto para confirmar.'],
      ['00:25', /^00:\d\d$/, 'Faltam 30 segundos para confirmar.'],
    ] as const) {
      await page.clock.fastForward(forward);
      await expect(bar.getByText(shown)).toBeVisible();
      if (said === null) continue;
      const announcer = bar.getByRole('status').filter({ hasText: said });
      await expect(announcer).toHaveCount(1);
    }
    // The service's time is not over, and the browser's countdown ends nothing by itself.
    await page.clock.fastForward('00:30');
    await expect(bar.getByText('00:00')).toBeVisible();
    await page.clock.resume();
    await enterCode(challenge);
    expect(await run.told).toMatchObject(AUTHENTICATED);
  });
}
