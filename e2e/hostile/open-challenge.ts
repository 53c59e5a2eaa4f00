import type { Frame, Page } from '@playwright/test';
import type { Mode, ThreeDSDependencies } from '../threeds-page.ts';
import { CHALLENGED, challengeOf, openThreeDSPage, startRun } from '../threeds-page.ts';

/** An open challenge of a buyer, and what the browser reported of it. */
export async function openChallenge(
  page: Page,
  { system, merchant }: ThreeDSDependencies,
  {
    mode = 'hosted',
    flow = 'preorder',
    number = CHALLENGED,
    after = '',
  }: { mode?: Mode; flow?: 'preorder' | 'postorder'; number?: string; after?: string } = {},
) {
  await openThreeDSPage(page, { system, merchant }, { flow, mode, ...(after ? { after } : {}) });
  const completions: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/complete')) completions.push(request.postDataJSON());
  });
  const run = await startRun(page, system, { flow, mode, number });
  const challenge = challengeOf(page, mode);
  await challenge.code.waitFor();
  return { run, challenge, completions, isSettled: watchSettling(run.told) };
}

/** Says whether a promise has settled, without waiting for it. */
export function watchSettling(told: Promise<unknown>): () => boolean {
  let isSettled = false;
  const settled = () => {
    isSettled = true;
  };
  told.then(settled, settled);
  return () => isSettled;
}

/** The document whose address holds `part`. */
export function frameOf(page: Page, part: string): Frame {
  const frame = page.frames().find((each) => each.url().includes(part));
  if (frame === undefined) throw new Error(`no frame of ${part}`);
  return frame;
}

/** Every message sent so far was delivered: a task of each document came after them. */
export async function everybodyHeard(page: Page): Promise<void> {
  for (const frame of page.frames()) {
    await frame.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  }
}

/** Our own way out: close, and yes to the question. */
export async function giveUp(page: Page, mode: Mode): Promise<void> {
  const { hosted, dialog } = challengeOf(page, mode);
  const bar = mode === 'direct' ? dialog : hosted;
  await bar.getByRole('button', { name: 'Sair', exact: true }).click();
  await bar.getByRole('button', { name: 'Cancelar pagamento' }).click();
}
