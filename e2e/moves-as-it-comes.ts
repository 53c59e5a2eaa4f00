import type { Page } from '@playwright/test';

/**
 * What would move while a page comes in pieces: its elements are taken away from the last to the
 * first, as a browser has them that has read so far, and each text and field that is still there has
 * to stand where it stands in the whole page. Tables and drawings with their levels and days are
 * left out: columns grow with their rows. The page is empty afterwards.
 */
export function findMoves(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const all = [...document.body.querySelectorAll<HTMLElement>('*')];
    const places = all.map((element) => (isLookedAt(element) ? placeOf(element) : null));
    const moves = new Map<HTMLElement, string>();
    for (let read = all.length - 1; read > 0; read -= 1) {
      const next = all[read];
      next?.style.setProperty('display', 'none', 'important');
      for (const [index, element] of all.slice(0, read).entries()) {
        const whole = places[index];
        // Its own text may come after what is in it.
        if (!whole || moves.has(element) || element.contains(next ?? null)) continue;
        const now = placeOf(element);
        if (Math.abs(now.x - whole.x) > 1 || Math.abs(now.y - whole.y) > 1) {
          const text = element.textContent?.trim().slice(0, 40);
          moves.set(element, `${element.localName} "${text}" before ${next?.localName} came`);
        }
      }
    }
    return [...moves.values()];

    function isLookedAt(element: HTMLElement): boolean {
      if (element.closest('table, svg, [aria-hidden]') !== null || !element.checkVisibility())
        return false;
      if (getComputedStyle(element).position === 'absolute') return false;
      const hasText = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
      );
      return hasText || element.localName === 'input';
    }

    /** Where its text begins, or the field. */
    function placeOf(element: HTMLElement): { x: number; y: number } {
      const range = document.createRange();
      range.selectNodeContents(element);
      const [line] = range.getClientRects();
      return line ?? element.getBoundingClientRect();
    }
  });
}
