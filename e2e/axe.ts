import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Frame } from '@playwright/test';
import type axe from 'axe-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The rules whose outcome depends on a colour: all that a second colour scheme can break. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * What axe finds in one document. Each frame is checked by itself, since frames are of other
 * origins. `colorsOnly` is for a document that was checked in full in another colour scheme. The
 * driver evaluates axe, which no policy of a page forbids.
 */
export async function findViolations(frame: Frame, { colorsOnly = false } = {}): Promise<string[]> {
  if (!(await frame.evaluate<boolean>("'axe' in window"))) await frame.evaluate(AXE);
  await showBackdrop(frame);
  const isFrame = frame.parentFrame() !== null;
  const results = await frame.evaluate(
    ([runOnly, inFrame, onlyColors]) => {
      const runner: typeof axe = Reflect.get(window, 'axe');
      return runner.run(document, {
        runOnly,
        resultTypes: ['violations'],
        iframes: false,
        // A frame is part of its page, and the page has the landmarks and the heading.
        rules: {
          'page-has-heading-one': { enabled: !inFrame },
          'css-orientation-lock': { enabled: !onlyColors },
          'label-content-name-mismatch': { enabled: !onlyColors },
        },
      });
    },
    [colorsOnly ? COLOR_RULES : LEVELS, isFrame, colorsOnly] as const,
  );
  return results.violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
  );
}

/** The card frame is transparent, so axe inside it has to be told what colour lies behind. */
async function showBackdrop(frame: Frame): Promise<void> {
  if (frame.parentFrame() === null) return;
  const backdrop = await (await frame.frameElement()).evaluate((iframe) => {
    let node = iframe instanceof Element ? iframe.parentElement : null;
    while (node && getComputedStyle(node).backgroundColor === 'rgba(0, 0, 0, 0)') {
      node = node.parentElement;
    }
    return node ? getComputedStyle(node).backgroundColor : 'rgb(255, 255, 255)';
  });
  await frame.evaluate((color) => {
    document.documentElement.style.backgroundColor = color;
  }, backdrop);
}
