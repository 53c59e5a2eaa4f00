import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';

export type Left = { nodes: number; documents: number; listeners: number; frames: number };

/** What the page holds now, after a collection: DOM nodes, documents, listeners, frames. */
export async function countLeft(page: Page, selectors: readonly string[]): Promise<Left> {
  await untilFramesAgree(page);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('HeapProfiler.collectGarbage');
  const { nodes, documents } = await cdp.send('Memory.getDOMCounters');
  let listeners = 0;
  const targets = selectors.map((selector) => `document.querySelector('${selector}')`);
  for (const expression of ['window', 'document', 'document.body', ...targets]) {
    const { result } = await cdp.send('Runtime.evaluate', { expression });
    if (result.objectId === undefined) continue;
    const { objectId } = result;
    listeners += (await cdp.send('DOMDebugger.getEventListeners', { objectId })).listeners.length;
  }
  await cdp.detach();
  return { nodes, documents, listeners, frames: page.frames().length };
}

/**
 * Playwright hears of a frame's end later than the page, and a count that still has such a frame
 * compares with nothing. A frame that the page does hold stays on both sides.
 */
async function untilFramesAgree(page: Page): Promise<void> {
  const notHeldAnyMore = async () =>
    page.mainFrame().childFrames().length - (await page.evaluate<number>('window.length'));
  await expect.poll(notHeldAnyMore).toBe(0);
}

/** What was added since `before`. Fewer nodes than then count as nothing left behind. */
export function leftSince(before: Left, after: Left): Left {
  return {
    nodes: Math.max(0, after.nodes - before.nodes),
    documents: Math.max(0, after.documents - before.documents),
    listeners: after.listeners - before.listeners,
    frames: after.frames - before.frames,
  };
}
