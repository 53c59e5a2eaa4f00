import type { Frame, Page } from '@playwright/test';

const PATIENCE_MS = 2000;

/** One document as it sees itself: its size, whether it is drawn, and the frames in it. */
const OF_ITSELF = `(() => {
  const box = (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [x, y, width, height].map(Math.round).join(' ');
  };
  const of = (element) => ({
    name: element.id || element.localName,
    box: box(element),
    visibility: getComputedStyle(element).visibility,
  });
  return {
    size: innerWidth + ' ' + innerHeight,
    state: document.readyState + ', ' + document.visibilityState,
    focused: document.activeElement?.localName,
    frames: [...document.querySelectorAll('iframe, dialog')].map(of),
    fields: [...document.querySelectorAll('input')].map(of),
    styles: [...document.styleSheets].map((sheet) => sheet.href),
  };
})()`;

/** Every document of a page, a line each: what a screenshot of a failure leaves out. */
export async function framesAsSeen(page: Page): Promise<string> {
  return (await Promise.all(page.frames().map(asSeen))).join('\n');
}

async function asSeen(frame: Frame): Promise<string> {
  const { origin, pathname } = new URL(frame.url() || 'about:blank');
  let depth = '';
  for (let above = frame.parentFrame(); above; above = above.parentFrame()) depth += '  ';
  const told = await Promise.race([
    frame.evaluate(OF_ITSELF).catch((error: Error) => error.message),
    new Promise((resolve) => setTimeout(resolve, PATIENCE_MS, 'gives no answer')),
  ]);
  return `${depth}${origin}${pathname} ${JSON.stringify(told)}`;
}
