export type BankFrame = {
  element: HTMLIFrameElement;
  /** Tells each word of this frame: from its window, of the bank's origin, with our nonce. */
  listen(told: (event: string) => void): void;
  remove(): void;
};

/**
 * Opens a frame that posts `fields` to `action`. The form lies in a document of the bank, so the
 * page needs `frame-src` for it and no `form-action`.
 */
export function openBankFrame(
  container: HTMLElement,
  options: {
    bank: string;
    nonce: string;
    title: string;
    sandbox: string;
    action: string;
    fields: Readonly<Record<string, string>>;
  },
): BankFrame {
  const { bank, nonce, title, sandbox, action, fields } = options;
  const document = container.ownerDocument;
  const view = document.defaultView ?? window;
  const element = document.createElement('iframe');
  let onEvent: (event: string) => void = () => undefined;
  element.title = title;
  element.setAttribute('sandbox', sandbox);
  // Nothing here needs a cookie, and so it loads in pages that isolate themselves as well.
  element.setAttribute('credentialless', '');
  element.allow = 'payment *; publickey-credentials-get *';
  element.referrerPolicy = 'no-referrer';
  element.style.border = '0';
  element.src = `${bank}/3ds/frame#${new URLSearchParams({ action, ...fields })}`;

  function listener({ source, origin, data }: MessageEvent): void {
    // Anybody may send a message; silence is the only answer to what is not our frame's.
    if (source === null || source !== element.contentWindow || origin !== bank) return;
    if (typeof data !== 'object' || data === null || data.from !== 'sandbox-3ds') return;
    if (data.nonce === nonce && typeof data.event === 'string') onEvent(data.event);
  }

  return {
    element,
    listen(told) {
      onEvent = told;
      view.addEventListener('message', listener);
    },
    remove() {
      view.removeEventListener('message', listener);
      element.remove();
    },
  };
}
