import type { ErrorData } from '../../contract/checkout-error.ts';
import type { CardCalls, CardEvent } from '../../contract/frame/card-calls.ts';
import type { FrameConnection } from '../../contract/frame/connect-frame.ts';
import { systemTimers } from '../../contract/frame/timers.ts';
import { openFrame } from '../frame/frame-connection.ts';
import type { FrameFailure } from '../frame/frame-failure.ts';
import type { ClientSettings } from '../shared/client-settings.ts';

/** A card frame, and who hears of it: nobody yet where it is loaded before there is a card. */
export type CardFrame = {
  iframe: HTMLIFrameElement;
  connection: FrameConnection<CardCalls>;
  onEvent?: (event: CardEvent) => void;
  onLost?: (reason: ErrorData) => void;
};

export function openCardFrame(
  { checkoutUrl, publicKey }: ClientSettings,
  iframe: HTMLIFrameElement,
  container: Element,
  fragment: { [name: string]: string } = {},
  probe?: (view: Window, origin: string) => Promise<FrameFailure>,
): CardFrame {
  const frame: CardFrame = {
    iframe,
    connection: openFrame<CardCalls, CardEvent>({
      view: window,
      container,
      iframe,
      origin: checkoutUrl,
      path: 'card',
      publicKey,
      fragment,
      calls: ['configure', 'update', 'submit', 'cancel', 'focus', 'clear', 'conclude'],
      timers: systemTimers,
      probe,
      onEvent: (event) => frame.onEvent?.(event),
      onLost: (reason) => frame.onLost?.(reason),
    }),
  };
  return frame;
}
