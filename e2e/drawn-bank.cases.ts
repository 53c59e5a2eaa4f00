import type { Page } from '@playwright/test';
import { press } from './element-page.ts';
import { CUSTOMER } from './merchant-api.ts';
import type { PartySystem } from './party-system.ts';
import { rare } from './rare.ts';
import type { RoutedParty } from './routed-system.ts';
import { placesAt } from './routed-system.ts';
import { expect } from './system.ts';
import type { Mode, Run } from './threeds-page.ts';
import {
  AUTHENTICATED,
  CHALLENGED,
  drawnBankOf,
  FRICTIONLESS,
  openThreeDSPage,
  payRun,
  startRun,
} from './threeds-page.ts';

export const FLOW = 'preorder';

type Party = RoutedParty & { takeViolations: () => string[] };
type At<One> = PartySystem<One>;

export async function openBuyer(page: Page, at: At<Party>, mode: Mode, more: object = {}) {
  const options = { customer: CUSTOMER };
  await openThreeDSPage(page, placesAt(at), { flow: FLOW, mode, options, ...more });
}

export function startBuyer(page: Page, at: At<Party>, mode: Mode, number: string) {
  return startRun(page, at, { flow: FLOW, mode, number, customer: CUSTOMER });
}

export async function expectNothingLeft(page: Page, { party }: At<Party>) {
  await expect(page.locator('dialog[open], iframe[name^=Cardinal]')).toHaveCount(0);
  expect(party.takeViolations()).toEqual([]);
}

export type Case<One> = (page: Page, at: At<One>) => Promise<void>;
type Books<One> = {
  /** How many charges the party has. */
  count: (party: One) => number;
  /** Has the party approve the next one, and holds it to the proof of its buyer. */
  approveNext?: (party: One) => void;
  expectProof: (party: One, number: string) => void;
};

/** That the buyer is told why, and that nobody can be charged by what there is. */
export async function expectRefused<One extends Party>(
  page: Page,
  at: At<One>,
  { run, reason, count }: { run: Run; reason: string; count: Books<One>['count'] },
) {
  const before = count(at.party);
  expect(await run.told).toMatchObject({ code: 'THREEDS_FAILED', details: { reason } });
  expect((await payRun(at, FLOW, run)).status).toBe(422);
  expect(count(at.party)).toBe(before);
  await expectNothingLeft(page, at);
}

/**
 * 3-D Secure before the order by a script of a provider as it is played, in the stage or in the page
 * itself where that has the card: it draws the bank's page over the document it runs in.
 */
export function drawnBankCases<One extends Party>(
  it: (title: string, body: Case<One>) => void,
  { count, approveNext, expectProof }: Books<One>,
): void {
  async function expectCharged(page: Page, at: At<One>, run: Run, number: string) {
    const before = count(at.party);
    expect(await run.told).toMatchObject(AUTHENTICATED);
    await expectNothingLeft(page, at);
    approveNext?.(at.party);
    const threeDSecure = { used: true, expectedLiability: 'issuer' };
    expect(await payRun(at, FLOW, run)).toMatchObject({
      ...{ status: 201, body: { status: 'APPROVED', threeDSecure } },
    });
    expect(count(at.party)).toBe(before + 1);
    expectProof(at.party, number);
    await expectNothingLeft(page, at);
  }

  for (const mode of ['element', 'hosted', 'direct'] as const) {
    const also = rare(mode === 'hosted');
    it(`asks a buyer at the bank, charges once with the proof, in ${mode} mode${also}`, async (page, at) => {
      await openBuyer(page, at, mode);
      const run = await startBuyer(page, at, mode, CHALLENGED);
      await press(drawnBankOf(page, mode).confirm);
      await expectCharged(page, at, run, CHALLENGED);
    });

    it(`charges nobody who refuses, in ${mode} mode${rare(mode !== 'element')}`, async (page, at) => {
      await openBuyer(page, at, mode);
      const run = await startBuyer(page, at, mode, CHALLENGED);
      await press(drawnBankOf(page, mode).refuse);
      await expectRefused(page, at, { run, reason: 'not_authenticated', count });
    });
  }

  it('lets a buyer be who is not asked', async (page, at) => {
    await openBuyer(page, at, 'element');
    const run = await startBuyer(page, at, 'element', FRICTIONLESS);
    await expectCharged(page, at, run, FRICTIONLESS);
  });
}
