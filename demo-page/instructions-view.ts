import type { PageClock } from './page-clock.ts';

export type InstructionsTools = {
  clock: PageClock;
  /** Puts a text on the clipboard; rejects where the browser does not let it. */
  copy(text: string): Promise<void>;
  /** The time to pay is over, as far as this page knows. */
  onOver(): void;
};

export type InstructionsView = { element: HTMLElement; stop(): void };
