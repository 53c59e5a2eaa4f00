import type { Page } from '@playwright/test';
import { checkedFetch } from '../service/testing/test-checked-fetch.ts';
import { expectCode } from './expected-code.ts';
import { rare } from './rare.ts';
import type { System } from './system.ts';
import { expect, test } from './system.ts';
import type { Flow, Mode, Run } from './threeds-page.ts';
import {
  CHALLENGED,
  challengeOf,
  createPayin,
  enterCode,
  expectNoChallenge,
  expectPayin,
  FRICTIONLESS,
  openThreeDSPage,
  startRun,
} from './threeds-page.ts';

type Row = {
  outcome: string;
  number: string;
  isChallenged?: boolean;
  /** Of `threeDS` where the cardholder is authenticated, else why not. */
  ends: { status: 'AUTHENTICATED' | 'ATTEMPTED' } | { reason: string };
};

const AUTHENTICATED = { status: 'AUTHENTICATED' } as const;
const REFUSED = { reason: 'not_authenticated' } as const;

/** Cards that differ in what the buyer goes through; the others are told beside the sandbox's bank. */
const ROWS: readonly Row[] = [
  { outcome: 'Y without a challenge', number: FRICTIONLESS, ends: AUTHENTICATED },
  {
    ...{ outcome: 'a challenge that ends Y', number: CHALLENGED },
    ...{ isChallenged: true, ends: AUTHENTICATED },
  },
  {
    ...{ outcome: 'a challenge that ends N whatever the code', number: '4000000000002370' },
    ...{ isChallenged: true, ends: REFUSED },
  },
  { outcome: 'N without a challenge', number: '4000000000002925', ends: REFUSED },
  { outcome: 'an error of the system', number: '4000000000002644', ends: { reason: 'error' } },
];

for (const [flow, rows] of [
  ['preorder', [0, 4]],
  ['postorder', [2, 3]],
] as const) {
  const how = { flow, mode: 'element' } as const;
  for (const [index, row] of ROWS.entries()) {
    const tag = rare(!rows.some((each) => each === index));
    test(`${flow}, in the card element: ${row.outcome}${tag}`, async ({ page, system, places }) => {
      await openThreeDSPage(page, places, how);
      await expectRow(page, system, how, row);
    });
  }
}

/** The modes differ only in where the bank's page is shown. */
for (const [flow, mode] of [
  ['preorder', 'hosted'],
  ['postorder', 'direct'],
] as const) {
  test(`${flow} in ${mode} mode: challenges that end Y and N`, async ({ page, system, places }) => {
    await openThreeDSPage(page, places, { flow, mode });
    for (const row of ROWS.filter(({ isChallenged }) => isChallenged)) {
      await test.step(row.outcome, () => expectRow(page, system, { flow, mode }, row));
    }
  });
}

test('an authenticated card the issuer refuses is REFUSED', async ({ page, system, places }) => {
  const mode = 'element';
  await openThreeDSPage(page, places, { flow: 'postorder', mode });
  const run = await startRun(page, system, { flow: 'postorder', mode, name: 'OTHE' });
  await enterCode(challengeOf(page, mode));
  // Authenticated is not approved: only the payin tells that.
  expect(await run.told).toMatchObject({ threeDS: AUTHENTICATED });
  await expectPayin(system, 'postorder', run.payin?.id, 'REFUSED');
});

async function expectRow(page: Page, system: System, how: { flow: Flow; mode: Mode }, row: Row) {
  const { number } = row;
  const run = await startRun(page, system, { ...how, number });
  if (row.isChallenged) await enterCode(challengeOf(page, how.mode));
  const told = await run.told;
  if ('reason' in row.ends) {
    // Where the provider failed, nothing was said against the card.
    const mayTryAgain = row.ends.reason === 'error';
    expectCode(told, 'THREEDS_FAILED', {
      type: 'customer',
      retryable: mayTryAgain,
      userMessage: mayTryAgain ? /[Tt]ente de novo/ : /outro cartão/,
      details: { reason: row.ends.reason, phase: expect.any(String) },
    });
    expect(JSON.stringify(told)).not.toContain(number);
    if (how.flow === 'preorder') await expectNothingUsable(system, run);
    else {
      await expectPayin(system, how.flow, run.payin?.id, 'REFUSED');
      await expectTokenUsed(system, run);
    }
  } else if (how.flow === 'preorder') {
    await expectPrepared(system, run, told, row.ends.status);
  } else {
    const { status } = row.ends;
    expect(told).toEqual({ payinId: run.payin?.id, threeDS: { skipped: false, status } });
    await expectPayin(system, how.flow, run.payin?.id, 'APPROVED');
  }
  await expectNoChallenge(page);
}

async function expectPrepared(system: System, run: Run, told: object, status: string) {
  expect(told).toMatchObject({
    payinCard: { token: run.token(), threeDSecure: { referenceId: run.sessionId() } },
    threeDS: { skipped: false, status },
  });
  const { payinCard } = told as { payinCard: object };
  const answer = await createPayin(system, 'preorder', payinCard, run.referenceId);
  expect(answer).toMatchObject({ status: 201, body: { status: 'APPROVED' } });
  expect(answer.body).not.toHaveProperty('threeDSecurePending');
  await expectPayin(system, 'preorder', answer.body.id, 'APPROVED');
}

/** Neither the token, nor the token with its failed session, nor a new try of the token. */
async function expectNothingUsable(system: System, run: Run): Promise<void> {
  const card = { token: run.token(), installments: 1 };
  const threeDSecure = { referenceId: run.sessionId() };
  const bare = await createPayin(system, 'preorder', card, run.referenceId);
  expect(bare).toMatchObject({ status: 422, body: { error: { code: 'REJECTED_BY_RISK' } } });
  const failed = await createPayin(system, 'preorder', { ...card, threeDSecure }, run.referenceId);
  expect(failed).toMatchObject({ status: 422, body: { error: { code: 'INVALID_DATA' } } });
  const again = await checkedFetch(`${system.baseUrl}/checkout/three-d-secure-sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-public-key': 'pk_test_preorder' },
    body: JSON.stringify({ token: run.token() }),
  });
  expect(again.status).toBe(400);
}

/** The order failed with its payin: asked again it is answered so, and the token pays no other. */
async function expectTokenUsed(system: System, run: Run): Promise<void> {
  const card = { token: run.token(), installments: 1 };
  const same = await createPayin(system, 'postorder', card, run.referenceId);
  expect(same).toMatchObject({ status: 201, body: { id: run.payin?.id, status: 'REFUSED' } });
  const other = await createPayin(system, 'postorder', card, `${run.referenceId}-other`);
  expect(other).toMatchObject({ status: 400, body: { error: { code: 'INVALID_DATA' } } });
}
