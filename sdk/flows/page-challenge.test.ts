import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LOCALES } from '../../contract/locale.ts';
import { installFrameWindows } from '../frame/frame-side.cases.ts';
import type { PageChallenge } from './page-challenge.ts';
import { createPageChallenge } from './page-challenge.ts';

const SIZE = { width: 500, height: 600 };

let onCancel: ReturnType<typeof vi.fn<() => void>>;
let challenge: PageChallenge;

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = '';
  installFrameWindows();
  onCancel = vi.fn();
  challenge = createPageChallenge(document, 'pt-BR', onCancel);
});

afterEach(() => {
  challenge.remove();
  vi.useRealTimers();
  expect(document.body.innerHTML).toBe('');
});

function dialog() {
  return document.querySelector('dialog')!;
}
function title() {
  return dialog().querySelector('strong')!;
}
function shownButtons() {
  return [...dialog().querySelectorAll('button')].filter((button) => !button.hidden);
}
function press(text: string) {
  const button = shownButtons().find(({ textContent }) => textContent === text);
  if (button === undefined) throw new Error(`no button "${text}"`);
  button.click();
}

function pressEscape(): void {
  document.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }),
  );
}

describe('the window of a bank in the page', () => {
  it('has its containers in the page before anything is shown, so that frames can load', () => {
    expect(challenge.methodContainer.isConnected).toBe(true);
    expect(challenge.challengeContainer.isConnected).toBe(true);
    expect(dialog().open).toBe(false);
    expect(challenge.methodContainer.style.display).not.toBe('none');
  });

  it('has its bar beside the bank, never over it', () => {
    expect(challenge.challengeContainer.contains(title())).toBe(false);
    expect(challenge.challengeContainer.children).toHaveLength(0);
    expect(challenge.challengeContainer.style.position).toBe('');
  });

  it('is as high as the bank asks, and the bar above', () => {
    challenge.show(SIZE);
    expect([dialog().style.width, dialog().style.height]).toEqual(['500px', '656px']);
  });

  it('moves the focus to the frame of the bank once its page is there', () => {
    const frame = document.createElement('iframe');
    const focus = vi.spyOn(frame, 'focus');
    challenge.challengeContainer.append(frame);
    challenge.show(SIZE);
    expect(focus).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(dialog());
    frame.dispatchEvent(new Event('load'));
    expect(focus).toHaveBeenCalledTimes(1);
  });

  it('leaves the focus at the question where the bank comes late', () => {
    const frame = document.createElement('iframe');
    const focus = vi.spyOn(frame, 'focus');
    challenge.challengeContainer.append(frame);
    challenge.show(SIZE);
    press('Sair');
    frame.dispatchEvent(new Event('load'));
    expect(focus).not.toHaveBeenCalled();
    press('Continuar no banco');
    // Once the event of the key or the click is over.
    expect(focus).not.toHaveBeenCalled();
    vi.advanceTimersByTime(0);
    expect(focus).toHaveBeenCalledTimes(1);
  });

  it('goes back to the dialog, not to an empty frame', () => {
    const frame = document.createElement('iframe');
    const focus = vi.spyOn(frame, 'focus');
    challenge.challengeContainer.append(frame);
    challenge.show(SIZE);
    press('Sair');
    press('Continuar no banco');
    vi.advanceTimersByTime(0);
    expect(focus).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(dialog());
  });

  it('leaves the focus at the question where the buyer asks again at once', () => {
    challenge.show(SIZE);
    press('Sair');
    press('Continuar no banco');
    pressEscape();
    vi.advanceTimersByTime(0);
    expect(document.activeElement?.textContent).toBe('Continuar no banco');
  });

  it.each(LOCALES)('has words in %s for its name, its question and its buttons', (locale) => {
    challenge.remove();
    challenge = createPageChallenge(document, locale, onCancel);
    expect(dialog().getAttribute('aria-label')).toBe(title().textContent);
    expect(title().textContent).toMatch(/./);
    const [leave] = shownButtons();
    leave!.click();
    expect(title().textContent).toMatch(/\?$/);
    expect(shownButtons().map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/./),
      expect.stringMatching(/./),
    ]);
  });

  it('has buttons that submit no form of the page', () => {
    for (const button of dialog().querySelectorAll('button')) expect(button.type).toBe('button');
  });
});

describe('giving up', () => {
  beforeEach(() => challenge.show(SIZE));

  it('is asked for once more', () => {
    press('Sair');
    expect(onCancel).not.toHaveBeenCalled();
    expect(title().textContent).toBe('Cancelar o pagamento?');
    press('Cancelar pagamento');
    expect(onCancel).toHaveBeenCalledTimes(1);
  });

  it('has the harmless answer focused, where the close button was', () => {
    press('Sair');
    expect(document.activeElement?.textContent).toBe('Continuar no banco');
    expect(shownButtons().at(-1)?.textContent).toBe('Continuar no banco');
  });

  it('can be taken back', () => {
    press('Sair');
    press('Continuar no banco');
    expect(title().textContent).toBe('Confirmação do seu banco');
    expect(shownButtons().map(({ textContent }) => textContent)).toEqual(['Sair']);
    press('Sair');
    expect(onCancel).not.toHaveBeenCalled();
  });

  it('by Escape asks, however often it is pressed', () => {
    pressEscape();
    pressEscape();
    expect(title().textContent).toBe('Cancelar o pagamento?');
    expect(onCancel).not.toHaveBeenCalled();
    expect(dialog().open).toBe(true);
  });

  it('is not half done when the next challenge is shown', () => {
    press('Sair');
    challenge.hide();
    challenge.show(SIZE);
    expect(title().textContent).toBe('Confirmação do seu banco');
    press('Sair');
    expect(onCancel).not.toHaveBeenCalled();
  });
});
