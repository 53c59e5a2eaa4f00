import { frameLost } from '../../contract/frame/connect-frame.ts';
import type { ClientSettings } from '../shared/client-settings.ts';
import type { CardFrame } from './card-frame.ts';
import { openCardFrame } from './card-frame.ts';
import { createCardIframe } from './card-iframe.ts';

/**
 * Decision: what a frame knows of its account is as old as its document. One that has waited for
 * longer is not shown any more, since its key may have been revoked meanwhile.
 */
const FRESH_MS = 5 * 60_000;

export type Preload = {
  /** The frame, once, where it has come and this browser can move it with its document. */
  take: () => CardFrame | undefined;
  /** Takes it out of the page, unless it was taken. */
  end: () => void;
};

/**
 * Loads the card frame unseen, once the page is idle and `isWanted` still says so: a card that is
 * mounted later is given the frame itself, or finds its process and its document there.
 */
export function preloadCard(settings: ClientSettings, isWanted: () => boolean): Preload {
  let frame: CardFrame | undefined;
  let freshUntil = 0;

  // Safari has no such call: there the page has at least gone on by then.
  (window.requestIdleCallback ?? setTimeout)(() => {
    if (!isWanted()) return;
    const iframe = createCardIframe(document);
    iframe.style.cssText += ';position:fixed;visibility:hidden';
    frame = openCardFrame(settings, iframe, document.documentElement);
    frame.connection.channel
      .then(() => {
        freshUntil = performance.now() + FRESH_MS;
      })
      .catch(() => undefined);
  });

  return {
    end: () => frame?.connection.close(frameLost()),
    take() {
      if (performance.now() >= freshUntil || !frame?.iframe.moveBefore) return undefined;
      const taken = frame;
      frame = undefined;
      return taken;
    },
  };
}
