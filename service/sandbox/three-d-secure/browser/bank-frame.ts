export type BankFrame = {
  element: HTMLIFrameElement;
  /** Tells each word of this frame: from its window, of the bank's origin, with its nonce. */
  listen(told: (event: string) => void): void;
  remove(): void;
};

export function openBankFrame(
  container: HTMLElement,
  options: { bank: string; path: string; title: string; sandbox: string },
): BankFrame {
  const { bank, path, title, sandbox } = options;
  const nonce = createNonce();
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
  element.src = `${bank}${path}?nonce=${nonce}`;

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

function createNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
