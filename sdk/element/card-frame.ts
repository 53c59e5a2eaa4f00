import type { ErrorData } from '../../contract/errors/checkout-error.ts';
import type { FrameConnection } from '../../contract/frame/connect-frame.ts';
import type { FrameEvent, PaymentCalls } from '../../contract/frame/payment-calls.ts';
import { systemTimers } from '../../contract/frame/timers.ts';
import { openFrame } from '../frame/frame-connection.ts';
import type { FrameFailure } from '../frame/frame-failure.ts';
import type { ClientSettings } from '../shared/client-settings.ts';
import type { FrameDocument } from './card-iframe.ts';

/** A card frame, and who hears of it: nobody yet where it is loaded before there is a card. */
export type CardFrame = {
  iframe: HTMLIFrameElement;
  connection: FrameConnection<PaymentCalls>;
  onEvent?: (event: FrameEvent) => void;
  onLost?: (reason: ErrorData) => void;
};

export function openCardFrame(
  { checkoutUrl, publicKey }: ClientSettings,
  iframe: HTMLIFrameElement,
  container: Element,
  fragment: { [name: string]: string } = {},
  probe?: () => Promise<FrameFailure>,
  path: FrameDocument = 'card',
): CardFrame {
  const frame: CardFrame = {
    iframe,
    connection: openFrame<PaymentCalls, FrameEvent>({
      view: window,
      container,
      iframe,
      origin: checkoutUrl,
      path,
      publicKey,
      fragment,
      calls: [
        'configure',
        'update',
        'submit',
        'cancel',
        'focus',
        'clear',
        'conclude',
        'choose',
        'show',
        'refuse',
      ],
      timers: systemTimers,
      probe,
      onEvent: (event) => frame.onEvent?.(event),
      onLost: (reason) => frame.onLost?.(reason),
    }),
  };
  return frame;
}
