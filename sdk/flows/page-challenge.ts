import { systemTimers } from '../../contract/frame/timers.ts';
import type { Locale } from '../../contract/locale.ts';
import { clockText, startCountdown } from '../card-flow/challenge-countdown.ts';
import { CHALLENGE_MESSAGES } from '../card-flow/challenge-messages.ts';
import { focusOnceLoaded } from '../card-flow/focus-once-loaded.ts';
import { createChallengeDialog } from './challenge-dialog.ts';

const BAR_PX = 56;
const BAR_COLORS = {
  light: ';color:#17212b;background:#f3f5f7',
  dark: ';color:#eef2f6;background:#1a222b',
};
const BUTTON =
  'min-width:44px;min-height:44px;padding:0 12px;font:inherit;border:1px solid;border-radius:8px;' +
  'background:transparent;color:inherit;cursor:pointer';

export type PageChallenge = {
  methodContainer: HTMLElement;
  challengeContainer: HTMLElement;
  /** Sets the clock by the service's: milliseconds left from now. */
  setRemaining: (remainingMs: number) => void;
  show: (size: { width: number; height: number }) => void;
  hide: () => void;
  remove: () => void;
};

/**
 * The bank's window in the merchant's own page (direct mode): a bar with a title and a way out
 * above it, never over it. Giving up is asked for once more. Styled through CSSOM alone.
 */
export function createPageChallenge(
  document: Document,
  locale: Locale,
  onCancel: () => void,
): PageChallenge {
  const texts = CHALLENGE_MESSAGES[locale];
  const panel = document.createElement('div');
  const bar = document.createElement('div');
  const title = document.createElement('strong');
  const clock = document.createElement('span');
  const announcer = document.createElement('span');
  const answers = document.createElement('span');
  const challengeContainer = document.createElement('div');
  const methodContainer = document.createElement('div');
  const stay = button(document, texts.stay, () => {
    ask(false);
    // Within the key's own event Firefox takes no focus to a document of another origin.
    systemTimers.set(() => stay.hidden && (bankOf() ?? dialog.element).focus(), 0);
  });
  const close = button(document, texts.close, () => ask(true));
  const leave = button(document, texts.leave, onCancel);
  let endsAt = 0;
  let stopClock = () => {};
  let bankOf: () => HTMLElement | null = () => null;

  bar.style.cssText =
    `display:flex;flex-wrap:wrap;align-items:center;gap:4px 8px;min-height:${BAR_PX}px;` +
    'padding:4px 12px;box-sizing:border-box;font:15px/1.2 system-ui,sans-serif';
  title.setAttribute('role', 'status');
  clock.setAttribute('aria-hidden', 'true');
  clock.style.fontVariantNumeric = 'tabular-nums';
  announcer.setAttribute('role', 'status');
  announcer.style.cssText = 'position:absolute;width:1px;height:1px;overflow:hidden';
  // Below the bar, which has two lines while it asks where there is no room for one.
  // What the provider's script draws there knows no scheme of ours.
  challengeContainer.style.cssText =
    'flex:1;min-height:0;width:100%;background:#fff;color-scheme:light';
  // Laid out: frames of a `display:none` part get one timer a second.
  methodContainer.style.cssText = 'position:absolute;width:1px;height:1px;overflow:hidden';
  // Where the close button was comes the harmless answer, or nothing where both have a line of
  // their own: a double click gives nothing up.
  answers.style.cssText = 'display:flex;gap:8px;margin-inline-start:auto';
  answers.append(leave, stay);
  bar.append(title, clock, announcer, close, answers);
  panel.append(bar, challengeContainer, methodContainer);
  const dialog = createChallengeDialog(
    document,
    panel,
    () => ask(true),
    () => bankOf(),
  );
  bar.style.cssText += BAR_COLORS[dialog.theme];
  panel.style.display = 'flex';
  panel.style.flexDirection = 'column';
  dialog.element.append(panel);
  dialog.element.setAttribute('aria-label', texts.title);
  ask(false);

  function ask(asking: boolean): void {
    title.textContent = asking ? texts.question : texts.title;
    title.style.flex = asking ? '1 0 auto' : '1';
    setShown(close, !asking);
    setShown(leave, asking);
    setShown(stay, asking);
    if (asking) stay.focus();
  }

  return {
    methodContainer,
    challengeContainer,
    setRemaining(remainingMs) {
      endsAt = Date.now() + remainingMs;
    },
    show({ width, height }) {
      ask(false);
      stopClock();
      stopClock = startCountdown({
        remainingMs: endsAt - Date.now(),
        now: () => new Date(),
        timers: systemTimers,
        onSecond: (seconds) => clock.replaceChildren(clockText(seconds)),
        onMark: (mark) => announcer.replaceChildren(texts.marks[mark]),
      });
      bankOf = focusOnceLoaded(
        challengeContainer.querySelector('iframe'),
        () => document.activeElement === dialog.element,
        systemTimers,
      );
      dialog.show({ width, height: height === 0 ? 0 : height + BAR_PX });
    },
    hide() {
      stopClock();
      dialog.hide();
    },
    remove() {
      stopClock();
      dialog.remove();
    },
  };
}

/** Said twice: a style of the page for its buttons beats `hidden` alone. */
function setShown(element: HTMLElement, isShown: boolean): void {
  element.hidden = !isShown;
  element.style.display = isShown ? '' : 'none';
}

function button(document: Document, text: string, onClick: () => void): HTMLButtonElement {
  const element = document.createElement('button');
  element.type = 'button';
  element.textContent = text;
  element.style.cssText = BUTTON;
  element.addEventListener('click', onClick);
  return element;
}
