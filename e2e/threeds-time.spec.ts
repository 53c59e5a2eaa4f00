import { expectCode } from './expected-code.ts';
import { openChallenge } from './hostile/open-challenge.ts';
import { callApi } from './merchant-api.ts';
import { expect, test } from './system.ts';
import { createPayin, expectNoChallenge, expectPayin } from './threeds-page.ts';

const FLOW = 'postorder';

// The marks of the clock are told beside the bar, and the flow before the order beside its session.
for (const mode of ['element', 'direct'] as const) {
  test(`time up in ${mode} mode cancels and leaves no token`, async ({ page, system, places }) => {
    const { run } = await openChallenge(page, places, { flow: FLOW, mode });
    // The account's time moves past the life of every open challenge.
    const moved = await callApi(system, FLOW, '/sandbox/clock', { advanceSeconds: 15 * 60 + 1 });
    expect(moved.status).toBe(200);
    expectCode(await run.told, 'THREEDS_EXPIRED', {
      type: 'customer',
      retryable: true,
      userMessage: expect.stringMatching(/[Tt]ente de novo/),
      details: { payinId: run.payin?.id },
    });
    await expectNoChallenge(page);
    await expectPayin(system, FLOW, run.payin?.id, 'CANCELED');
    const card = { token: run.token(), installments: 1 };
    const again = await createPayin(system, FLOW, card, run.referenceId);
    expect(again).toMatchObject({ status: 201, body: { id: run.payin?.id, status: 'CANCELED' } });
    const other = await createPayin(system, FLOW, card, `${run.referenceId}-other`);
    expect(other).toMatchObject({ status: 400, body: { error: { code: 'INVALID_DATA' } } });
  });
}
