import type { PageClock } from './page-clock.ts';
import { make } from './page-element.ts';

/** When a screen reader is told the time; on the screen it changes every second. */
const SAID: { [secondsLeft: number]: string } = {
  300: 'Faltam 5 minutos para pagar.',
  60: 'Falta 1 minuto para pagar.',
};

export type Countdown = { element: HTMLElement; stop(): void };

/** Shows the time that is left, second by second. `onOver`: once, when there is none. */
export function startCountdown(options: {
  secondsLeft: number;
  secondsInAll: number;
  clock: PageClock;
  onOver(): void;
}): Countdown {
  const { clock } = options;
  const endsAt = clock.now() + options.secondsLeft * 1000;
  const time = make('strong', {});
  const label = make('span', { role: 'timer', 'aria-live': 'off' }, 'Expira em ', time);
  const bar = make('span', { class: 'time-bar', 'aria-hidden': 'true' });
  const said = make('span', { class: 'visually-hidden', role: 'status' });
  const element = make('p', { class: 'time-left' }, label, bar, said);

  function tick(): void {
    const left = Math.max(0, Math.ceil((endsAt - clock.now()) / 1000));
    time.textContent = formatTime(left);
    bar.style.setProperty('--left', String(left / options.secondsInAll));
    element.toggleAttribute('data-late', left <= 60);
    said.textContent = SAID[left] ?? said.textContent;
    if (left > 0) return;
    stop();
    label.textContent = 'O tempo acabou. Conferindo…';
    options.onOver();
  }

  const stop = clock.every(1000, tick);
  tick();
  return { element, stop };
}

/** `29:05`, or `1:29:05`. */
export function formatTime(seconds: number): string {
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60];
  const hours = Math.floor(seconds / 3600);
  return [...(hours ? [hours] : []), ...parts]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}
