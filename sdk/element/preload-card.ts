import type { ClientSettings } from '../shared/client-settings.ts';
import { createCardIframe } from './card-iframe.ts';

/**
 * Loads the card frame's document in a frame that nobody sees, once the page is idle and `isWanted`
 * still says so: a card that is mounted later finds its process and its document there. Without a
 * nonce the document shows nothing and speaks to nobody. Whoever is given the frame takes it away.
 */
export function preloadCard(settings: ClientSettings, isWanted: () => boolean): HTMLIFrameElement {
  const iframe = createCardIframe(document, settings);
  iframe.style.display = 'none';
  iframe.src = `${settings.checkoutUrl}/card?key=${settings.publicKey}`;
  // Safari has no such call: there the page has at least gone on by then.
  (window.requestIdleCallback ?? setTimeout)(() => {
    if (isWanted()) document.documentElement.append(iframe);
  });
  return iframe;
}
