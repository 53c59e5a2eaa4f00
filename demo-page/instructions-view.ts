import type { PixPayin } from './checkout-sdk.ts';
import type { PageClock } from './page-clock.ts';

export type InstructionsTools = {
  clock: PageClock;
  /** Puts a text on the clipboard; rejects where the browser does not let it. */
  copy(text: string): Promise<void>;
  /** Puts the PIX element into a node. Resolves with what takes it away again. */
  mountPix(node: Element, payin: PixPayin): Promise<() => void>;
};

export type InstructionsView = { element: HTMLElement; stop(): void };
