import type { Timers } from '../../contract/frame/timers.ts';
import type { Locale } from '../../contract/locale.ts';
import { clockText, startCountdown } from '../../sdk/card-flow/challenge-countdown.ts';
import { CHALLENGE_MESSAGES } from '../../sdk/card-flow/challenge-messages.ts';

/** Height of the bar in CSS pixels, as hosted.css has it; the question may make it higher. */
export const BAR_HEIGHT = 48;

export type ChallengeBar = {
  /** Shows the bar with the time left; `onCancel` when the buyer said twice that they give up. */
  show: (challenge: { remainingMs: number; onCancel: () => void }) => void;
  /** Asks whether to give up; nothing where no challenge is shown. */
  ask: () => void;
  hide: () => void;
};

/** Above the bank's window; it never asks over the bank's page. Source: spec, SDK rule 3. */
export function createChallengeBar(options: {
  document: Document;
  locale: Locale;
  now: () => Date;
  timers: Timers;
  /** Where the focus goes when the buyer goes on: the bank's window. */
  focusBank: () => void;
}): ChallengeBar {
  const { document, locale, now, timers, focusBank } = options;
  const messages = CHALLENGE_MESSAGES[locale];
  const part = (id: string) => {
    const element = document.getElementById(id);
    if (element === null) throw new Error(`the hosted document has no ${id}`);
    return element;
  };
  const bar = part('bar');
  const title = part('title');
  const asked = part('asked');
  const clock = part('clock');
  const close = part('close');
  const question = part('question');
  const stay = part('stay');
  const leave = part('leave');
  const announcer = part('announcer');
  let shown: { stop: () => void; onCancel: () => void } | null = null;

  document.documentElement.lang = locale;
  document.title = messages.title;
  title.textContent = messages.title;
  clock.ariaLabel = messages.timeLeft;
  close.ariaLabel = messages.close;
  asked.textContent = messages.question;
  stay.textContent = messages.stay;
  leave.textContent = messages.leave;

  close.addEventListener('click', ask);
  stay.addEventListener('click', goOn);
  leave.addEventListener('click', () => shown?.onCancel());
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || shown === null) return;
    event.preventDefault();
    if (question.hidden) ask();
    else goOn();
  });

  function toggleQuestion(isAsking: boolean): void {
    question.hidden = !isAsking;
    asked.hidden = !isAsking;
    title.hidden = isAsking;
    close.hidden = isAsking;
  }

  function ask(): void {
    if (shown === null) return;
    toggleQuestion(true);
    // The harmless answer has the focus: a second Escape or Enter goes on.
    stay.focus();
  }

  function goOn(): void {
    toggleQuestion(false);
    // Within the key's own event Firefox takes no focus to a document of another origin.
    timers.set(() => shown !== null && question.hidden && focusBank(), 0);
  }

  function hide(): void {
    shown?.stop();
    shown = null;
    bar.hidden = true;
    announcer.textContent = '';
    toggleQuestion(false);
  }

  return {
    ask,
    hide,
    show({ remainingMs, onCancel }) {
      hide();
      bar.hidden = false;
      const stop = startCountdown({
        remainingMs,
        now,
        timers,
        onSecond: (seconds) => {
          clock.textContent = clockText(seconds);
          bar.classList.toggle('late', seconds <= 60);
        },
        onMark: (mark) => {
          announcer.textContent = messages.marks[mark];
        },
      });
      shown = { stop, onCancel };
    },
  };
}
