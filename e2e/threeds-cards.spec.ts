import type { Page } from '@playwright/test';
import { checkedFetch } from '../service/testing/test-checked-fetch.ts';
import { expectCode } from './expected-code.ts';
import { rare } from './rare.ts';
import type { System } from './system.ts';
import { expect, test } from './system.ts';
import type { Flow, Mode, Run } from './threeds-page.ts';
import {
  challengeOf,
  createPayin,
  enterCode,
  expectNoChallenge,
  expectPayin,
  openThreeDSPage,
  startRun,
} from './threeds-page.ts';

type Row = {
  outcome: string;
  numbers: readonly string[];
  isChallenged?: boolean;
  /** Of `threeDS` where the cardholder is authenticated, else why not. */
  ends: { status: 'AUTHENTICATED' | 'ATTEMPTED' } | { reason: string };
};

const AUTHENTICATED = { status: 'AUTHENTICATED' } as const;

/** The table of test cards, row by row. */
const ROWS: readonly Row[] = [
  {
    outcome: 'Y without a challenge',
    numbers: [
      '4000000000002701',
      '5200000000002235',
      '5200000000001005',
      '6505290000002000',
      '6505050000001000',
      '340000000002708',
    ],
    ends: AUTHENTICATED,
  },
  {
    outcome: 'a challenge that ends Y',
    numbers: [
      '4000000000002503',
      '5200000000002151',
      '5200000000001096',
      '6505290000002190',
      '6505050000001091',
    ],
    isChallenged: true,
    ends: AUTHENTICATED,
  },
  {
    outcome: 'a challenge that ends N whatever the code',
    numbers: [
      '4000000000002370',
      '5200000000002490',
      '5200000000001104',
      '6505290000002208',
      '6505050000001109',
    ],
    isChallenged: true,
    ends: { reason: 'not_authenticated' },
  },
  {
    outcome: 'N without a challenge',
    numbers: [
      '4000000000002925',
      '5200000000002276',
      '5200000000001013',
      '6505290000002018',
      '6505050000001018',
      '340000000002096',
    ],
    ends: { reason: 'not_authenticated' },
  },
  {
    outcome: 'A, attempted',
    numbers: ['4000000000002719', '5200000000002482', '6505290000002026', '340000000002872'],
    ends: { status: 'ATTEMPTED' },
  },
  { outcome: 'R, rejected', numbers: ['4000000000002537'], ends: { reason: 'rejected' } },
  { outcome: 'U, unavailable', numbers: ['4000000000002313'], ends: { reason: 'unavailable' } },
  {
    outcome: 'a challenge the card does not support',
    numbers: ['4000000000002420', '5200000000002664', '6505290000002257'],
    ends: { reason: 'not_supported' },
  },
  {
    outcome: 'an error of the system',
    numbers: ['4000000000002644', '5200000000002656', '6505290000002265'],
    ends: { reason: 'error' },
  },
];

/** Rows that differ in what the buyer goes through. */
const DIFFERENT = [0, 1, 2, 3];

const FLOWS: readonly Flow[] = ['preorder', 'postorder'];

for (const flow of FLOWS) {
  test.describe(`${flow}, in the card element`, () => {
    test.describe.configure({ timeout: 120_000 });
    const how = { flow, mode: 'element' } as const;
    for (const row of ROWS) {
      const [first = '', ...others] = row.numbers;
      // What one bank's answer means is the same after the order.
      const isRare = flow === 'postorder' && !DIFFERENT.includes(ROWS.indexOf(row));
      test(`${row.outcome}${rare(isRare)}`, async ({ page, system, merchant }) => {
        await openThreeDSPage(page, { system, merchant }, how);
        await expectRow(page, system, how, row, first);
      });

      if (others.length === 0) continue;
      // Which card has which outcome is told beside the sandbox's bank.
      test(`${row.outcome}: ${others.length} more cards${rare()}`, async ({
        page,
        system,
        merchant,
      }) => {
        await openThreeDSPage(page, { system, merchant }, how);
        for (const number of others) {
          await test.step(number, () => expectRow(page, system, how, row, number));
        }
      });
    }
  });
}

/** The modes differ only in where the bank's page is shown. */
const MODES: readonly Mode[] = ['hosted', 'direct'];

for (const flow of FLOWS) {
  for (const mode of MODES) {
    const tag = rare((flow === 'preorder') !== (mode === 'hosted'));
    test(`${flow} in ${mode} mode: Y, challenges that end Y and N, and N${tag}`, async ({
      page,
      system,
      merchant,
    }) => {
      test.setTimeout(90_000);
      await openThreeDSPage(page, { system, merchant }, { flow, mode });
      for (const row of ROWS.filter((_, index) => DIFFERENT.includes(index))) {
        await test.step(row.outcome, () =>
          expectRow(page, system, { flow, mode }, row, row.numbers[0] ?? ''),
        );
      }
    });
  }
}

test('a card outside the table is authenticated before the order', async ({
  page,
  system,
  merchant,
}) => {
  const how = { flow: 'preorder', mode: 'element' } as const;
  await openThreeDSPage(page, { system, merchant }, how);
  for (const number of ['4111111111111111', '6062820000000011']) {
    const row = { outcome: 'Y', numbers: [number], ends: AUTHENTICATED };
    await expectRow(page, system, how, row, number);
  }
});

for (const mode of ['element', 'direct'] as const) {
  test(`an authenticated card the issuer refuses is REFUSED, in ${mode} mode`, async ({
    page,
    system,
    merchant,
  }) => {
    await openThreeDSPage(page, { system, merchant }, { flow: 'postorder', mode });
    const run = await startRun(page, system, { flow: 'postorder', mode, name: 'OTHE' });
    await enterCode(challengeOf(page, mode));
    // Authenticated is not approved: only the payin tells that.
    expect(await run.told).toMatchObject({ threeDS: AUTHENTICATED });
    await expectPayin(system, 'postorder', run.payin?.id, 'REFUSED');
  });
}

async function expectRow(
  page: Page,
  system: System,
  how: { flow: Flow; mode: Mode },
  row: Row,
  number: string,
): Promise<void> {
  const run = await startRun(page, system, { ...how, number });
  if (row.isChallenged) await enterCode(challengeOf(page, how.mode));
  const told = await run.told;
  if ('reason' in row.ends) {
    // Where the provider failed, nothing was said against the card.
    const mayTryAgain = row.ends.reason === 'error';
    expectCode(told, 'THREEDS_FAILED', {
      type: 'customer',
      retryable: mayTryAgain,
      userMessage: mayTryAgain ? /tente de novo/ : /outro cartão/,
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

async function expectPrepared(
  system: System,
  run: Run,
  told: object,
  status: string,
): Promise<void> {
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
