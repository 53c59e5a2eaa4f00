import type { ErrorData } from '../contract/checkout-error.ts';
import type { Channel } from '../contract/frame/channel.ts';
import { systemTimers } from '../contract/frame/channel.ts';
import type { FrameConnection } from '../contract/frame/connect-frame.ts';
import type { HostedCalls, HostedEvent } from '../contract/frame/hosted-calls.ts';
import type { ClientSettings } from './client-settings.ts';
import { openFrame } from './frame-connection.ts';

export type HostedDialog = {
  channel: Promise<Channel<HostedCalls>>;
  close: (reason: ErrorData) => void;
};

/**
 * The hidden hosted frame in its `<dialog>`, a child of the body. Closed, it is laid out in view
 * but invisible: a `display:none` frame gets one timer a second. Source: design 2.
 */
export function openHostedDialog(
  settings: ClientSettings,
  onLost: (reason: ErrorData) => void,
): HostedDialog {
  const dialog = document.createElement('dialog');
  dialog.style.cssText =
    'display:block;visibility:hidden;position:fixed;inset:0 auto auto 0;width:400px;height:400px;' +
    'max-width:none;max-height:none;margin:0;padding:0;border:0;overflow:hidden;pointer-events:none';
  dialog.inert = true;
  dialog.setAttribute('aria-hidden', 'true');
  const iframe = document.createElement('iframe');
  iframe.referrerPolicy = 'strict-origin';
  iframe.tabIndex = -1;
  iframe.style.cssText = 'width:100%;height:100%;border:0;color-scheme:light';
  document.body.appendChild(dialog);

  const connection: FrameConnection<HostedCalls> = openFrame<HostedCalls, HostedEvent>({
    view: window,
    container: dialog,
    iframe,
    origin: settings.checkoutUrl,
    path: 'hosted',
    publicKey: settings.publicKey,
    fragment: {},
    calls: ['prepare', 'cancel'],
    timers: systemTimers,
    onEvent: () => undefined,
    onLost: (reason) => {
      dialog.remove();
      onLost(reason);
    },
  });
  return {
    channel: connection.channel,
    close(reason) {
      connection.close(reason);
      dialog.remove();
    },
  };
}
