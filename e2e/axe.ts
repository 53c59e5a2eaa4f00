import { createRequire } from 'node:module';
import type { Frame } from '@playwright/test';
import type axe from 'axe-core';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * What axe finds in one document, each frame by itself since they are of other origins. The context
 * must bypass the policies of the pages, which forbid foreign script.
 */
export async function findViolations(frame: Frame): Promise<string[]> {
  await frame.addScriptTag({ path: AXE });
  await showBackdrop(frame);
  const isFrame = frame.parentFrame() !== null;
  const results = await frame.evaluate(
    ([levels, inFrame]) => {
      const runner: typeof axe = Reflect.get(window, 'axe');
      return runner.run(document, {
        runOnly: levels,
        iframes: false,
        // A frame is a part of its page: the page has the landmarks and the heading.
        rules: inFrame ? { 'page-has-heading-one': { enabled: false } } : {},
      });
    },
    [LEVELS, isFrame] as const,
  );
  return results.violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
  );
}

/** The card frame is transparent: axe, inside it, has to be told what stands behind. */
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
