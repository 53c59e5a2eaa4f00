import { evaluate } from './visitor.mjs';

const CARD = ['ANA SOUZA', '4111111111111111', '1240', '123'];

const FOCUS_TRIES = 100;

/** Fills the card fields with real key events: a click into the first, then Tab from one to the next. */
export async function typeCard(page, frame) {
  await clickFirstField(page, frame);
  for (const [index, text] of CARD.entries()) {
    if (index > 0) await press(page, { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 });
    for (const character of text) await press(page, { key: character, text: character });
  }
  const isFilled = await evaluate(
    frame,
    "[...document.querySelectorAll('input')].every((input) => input.value !== '')",
  );
  if (!isFilled) throw new Error('the card fields did not take what was typed');
}

/** A click may come before the browser knows where the frame was painted: then it is repeated. */
async function clickFirstField(page, frame) {
  for (let tries = 0; tries < FOCUS_TRIES; tries += 1) {
    const outer = await evaluate(page, placeOf('iframe'));
    const inner = await evaluate(frame, placeOf('input'));
    const place = { x: outer.x + inner.x + 20, y: outer.y + inner.y + 10 };
    for (const type of ['mousePressed', 'mouseReleased']) {
      const click = { type, ...place, button: 'left', clickCount: 1 };
      await page.send('Input.dispatchMouseEvent', click);
    }
    const isFocused = "document.hasFocus() && document.activeElement.tagName === 'INPUT'";
    if (await evaluate(frame, isFocused)) return;
  }
  throw new Error('the first card field did not take the focus');
}

function placeOf(selector) {
  return `(() => {
  const { x, y } = document.querySelector('${selector}').getBoundingClientRect();
  return { x, y };
})()`;
}

async function press(page, key) {
  await page.send('Input.dispatchKeyEvent', { type: 'keyDown', ...key });
  await page.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key, text: undefined });
}
