import type { Page } from '@playwright/test';
import { findViolations } from './axe.ts';
import { unfold } from './dashboard-page.ts';
import { findMoves } from './moves-as-it-comes.ts';
import { expect } from './system.ts';

/** How much of what was drawn moved while the page came (Layout Instability API). */
const SHIFTED = `(() => {
  const observer = new PerformanceObserver(() => {});
  observer.observe({ type: 'layout-shift', buffered: true });
  return observer.takeRecords().reduce((sum, { value }) => sum + value, 0);
})()`;

const PHONE_WIDTH = 768;
const LEAST_TO_PRESS = 44;

/**
 * Holds a page to what every page of the dashboard has to be: it stands still while it comes, axe
 * finds nothing, nothing is wider than the window or cut off, at twice its size either, a finger finds
 * on a phone what it presses, and the keyboard comes to everything in its order and shows where it
 * is. The page is of no use afterwards, but where it `stays`: then nobody looks at how it comes in
 * pieces. Its context bypasses the policy of the page, which axe needs.
 */
export async function lookAt(page: Page, name: string, { stays = false } = {}): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const found: string[] = [];
  const shifted = await page.evaluate<number>(SHIFTED);
  if (shifted !== 0) found.push(`moved by ${shifted} while it came`);
  const headings = await page.locator('h1').count();
  if (headings !== 1) found.push(`${headings} headings of the first level`);
  await unfold(page);
  found.push(...(await findViolations(page.mainFrame())));
  found.push(...(await findBeyond(page, `${width} wide`)));
  found.push(...(await findOutOfReach(page)));
  if (width < PHONE_WIDTH) found.push(...(await findSmall(page)));
  // A window is zoomed by having half as many pixels; a phone's width is that of 400 % already.
  if (width > 1_000) {
    await page.setViewportSize({ width: 1_024, height });
    found.push(...(await findBeyond(page, '1024 wide')));
    await page.setViewportSize({ width: width / 2, height: height / 2 });
    found.push(...(await findBeyond(page, 'at 200 %')));
    await page.setViewportSize({ width, height });
    await setTextSize(page, '200%');
    found.push(...(await findBeyond(page, 'with text of 200 %')));
    await setTextSize(page, '');
  }
  await page.evaluate(() => scrollTo(0, 0));
  if (!stays) found.push(...(await findMoves(page)));
  // Each page tells what is wrong with it, and the next is looked at.
  expect.soft(found.map((one) => `${name}: ${one}`)).toEqual([]);
}

/** What is pressed and is lower than a finger is wide; a link in a sentence is as high as its text. */
function findSmall(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const PRESSED = 'a[href], button, input:not([type="hidden"]), select, textarea, summary';
    return [...document.querySelectorAll<HTMLElement>(PRESSED)].flatMap((one) => {
      if (!one.checkVisibility() || one.closest('.unseen, .skip') !== null) return [];
      const text = one.textContent.trim();
      const isInSentence = one.localName === 'a' && one.parentElement?.textContent.trim() !== text;
      const { height } = (one.closest('label') ?? one).getBoundingClientRect();
      if (isInSentence || height > least - 0.5) return [];
      return [`${one.localName} "${text.slice(0, 30)}" ${one.id} is ${Math.round(height)} high`];
    });
  }, LEAST_TO_PRESS);
}

/** As somebody may set it in their browser, without zooming the page. */
function setTextSize(page: Page, size: string): Promise<void> {
  return page.evaluate((set) => {
    document.documentElement.style.fontSize = set;
  }, size);
}

/** What of a page lies beyond the window, or is cut off by what it lies in. */
function findBeyond(page: Page, when: string): Promise<string[]> {
  return page.evaluate((said) => {
    const root = document.documentElement;
    const over = root.scrollWidth - root.clientWidth;
    const found = over > 0 ? [`${over} pixels beyond the window, ${said}`] : [];
    for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
      if (!element.checkVisibility() || element.closest('svg, .unseen') !== null) continue;
      const { overflowX, overflowY } = getComputedStyle(element);
      const isCut =
        (overflowX === 'hidden' && element.scrollWidth > element.clientWidth + 1) ||
        (overflowY === 'hidden' && element.scrollHeight > element.clientHeight + 1);
      if (isCut) found.push(`${element.localName}.${element.className} is cut off, ${said}`);
    }
    return found;
  }, when);
}

/**
 * What the keyboard does not come to, comes to out of order, or does not show. A field of a date is
 * several stops.
 */
async function findOutOfReach(page: Page): Promise<string[]> {
  const stops = await page.evaluate(() => {
    const CONTROLS =
      'a[href], button, input:not([type="hidden"]), select, textarea, summary, [tabindex="0"]';
    const controls = [...document.querySelectorAll<HTMLElement>(CONTROLS)].filter(
      (one) => one.checkVisibility({ visibilityProperty: true }) && !one.matches(':disabled'),
    );
    const seen: { place: number; fault: string | null }[] = [];
    Reflect.set(window, 'stops', { controls, seen });
    document.addEventListener('keyup', () => {
      const active = document.activeElement;
      if (!(active instanceof HTMLElement || active instanceof SVGElement)) return;
      const { outlineStyle, outlineWidth } = getComputedStyle(active);
      const isShown = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
      const [box] = active.getClientRects();
      const onTop =
        box === undefined
          ? null
          : document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      const isOnTop = onTop !== null && (active.contains(onTop) || onTop.contains(active));
      seen.push({
        place: controls.findIndex((one) => one.isSameNode(active)),
        fault: !isShown ? 'shows no focus' : isOnTop ? null : 'is covered',
      });
    });
    // The keyboard begins at the top, wherever the page has put it.
    document.body.tabIndex = -1;
    document.body.focus();
    return controls.length;
  });
  const MOST_STOPS_OF_ONE = 5;
  for (let pressed = 0; pressed < stops * MOST_STOPS_OF_ONE; pressed += 1) {
    await page.keyboard.press('Tab');
    if (pressed < stops - 1) continue;
    const isThrough = await page.evaluate(() => {
      const { controls, seen } = Reflect.get(window, 'stops');
      return seen.at(-1)?.place === -1 || seen.at(-1)?.place === controls.length - 1;
    });
    if (isThrough) break;
  }
  return page.evaluate(() => {
    const {
      controls,
      seen,
    }: { controls: HTMLElement[]; seen: { place: number; fault: string }[] } = Reflect.get(
      window,
      'stops',
    );
    const nameOf = (place: number) => {
      const control = controls[place];
      return `${control?.localName} "${control?.textContent?.trim().slice(0, 30)}" ${control?.id}`;
    };
    const found: string[] = [];
    const places = seen.map(({ place }) => place).filter((place) => place >= 0);
    for (const place of controls.keys()) {
      if (!places.includes(place)) found.push(`the keyboard does not come to ${nameOf(place)}`);
    }
    for (const [index, place] of places.entries()) {
      if (place < (places[index - 1] ?? 0)) found.push(`${nameOf(place)} comes out of order`);
    }
    for (const { place, fault } of seen) {
      if (fault !== null && place >= 0) found.push(`${nameOf(place)} ${fault}`);
    }
    return [...new Set(found)];
  });
}
