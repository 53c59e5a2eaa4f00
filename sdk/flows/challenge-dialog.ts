export type ChallengeDialog = {
  element: HTMLDialogElement;
  /** The colour scheme of the page, which the dialog is drawn in. */
  theme: 'light' | 'dark';
  /** Shows the frame in the top layer; 0 by 0 means the whole screen. Sizes in CSS pixels. */
  show: (size: { width: number; height: number }) => void;
  hide: () => void;
  remove: () => void;
};

/** Laid out in view but invisible: browsers run a `display:none` frame's timers once a second. */
const HIDDEN =
  'display:block;visibility:hidden;position:fixed;inset:0 auto auto 0;width:400px;height:400px;' +
  'max-width:none;max-height:none;margin:0;padding:0;border:0;overflow:hidden;pointer-events:none';

const SHOWN =
  'display:block;position:fixed;inset:0;margin:auto;padding:0;border:0;overflow:hidden;' +
  'max-width:100vw;max-height:100dvh;outline:none;';

const THEMES = {
  light: 'background:#fff;color-scheme:light;',
  dark: 'background:#1a222b;color-scheme:dark;',
};

/**
 * The `<dialog>` around a challenge, a child of the body. Escape and an unexpected close do not end
 * a challenge: they ask, through `onAsk`. The page asks before it unloads while one is open. The
 * focus goes to the frame that `frameOf` tells, and waits at the dialog while there is none.
 */
export function createChallengeDialog(
  document: Document,
  content: HTMLElement,
  onAsk: () => void,
  frameOf: () => HTMLElement | null,
): ChallengeDialog {
  const view = document.defaultView ?? window;
  const element = document.createElement('dialog');
  const theme = pageTheme(view);
  let focusBefore: Element | null = null;
  let shown: AbortController | null = null;

  element.setAttribute('closedby', 'none');
  element.tabIndex = -1;
  content.style.cssText += 'display:block;width:100%;height:100%;border:0';
  conceal();
  document.body.append(element);

  function conceal(): void {
    element.style.cssText = HIDDEN;
    element.inert = true;
    element.ariaHidden = 'true';
  }

  function raise(): void {
    if (element.open) element.close();
    element.showModal();
    // Going to the frame is ours; its first field is the frame's own concern.
    (frameOf() ?? element).focus();
  }

  function ask(event: Event): void {
    event.preventDefault();
    onAsk();
  }

  function show({ width, height }: { width: number; height: number }): void {
    const size =
      width > 0
        ? `width:${width}px;height:${height}px;border-radius:12px`
        : 'width:100vw;height:100dvh';
    element.style.cssText = SHOWN + THEMES[theme] + size;
    if (shown !== null) return;
    shown = new AbortController();
    const { signal } = shown;
    focusBefore = document.activeElement;
    element.inert = false;
    element.ariaHidden = null;
    element.addEventListener('cancel', ask, { signal });
    element.addEventListener(
      'close',
      (event) => {
        // Close events come late: one that we caused ourselves finds the dialog open again.
        if (element.open) return;
        raise();
        ask(event);
      },
      { signal },
    );
    document.addEventListener(
      'keydown',
      (event) => {
        if (event.key === 'Escape') ask(event);
      },
      { signal, capture: true },
    );
    document.addEventListener('toggle', onToggle, { signal, capture: true });
    view.addEventListener('beforeunload', (event) => event.preventDefault(), { signal });
    raise();
  }

  /** Something of the page came into the top layer above the bank's window: it goes below again. */
  function onToggle(event: Event): void {
    const { newState } = event as ToggleEvent;
    if (newState === 'open' && event.target !== element) raise();
  }

  function hide(): void {
    if (shown === null) return;
    shown.abort();
    shown = null;
    element.close();
    conceal();
    if (focusBefore instanceof view.HTMLElement && focusBefore.isConnected) focusBefore.focus();
    focusBefore = null;
  }

  return {
    element,
    theme,
    show,
    hide,
    remove() {
      hide();
      element.replaceWith();
    },
  };
}

/**
 * The colour scheme that the page itself is drawn in, by its own word: a page that says nothing of
 * one is light, whatever the buyer's system is.
 *
 * Decision: what stands around a bank's window follows the page, and not the theme of one element:
 * it covers the page, and in direct mode there is no element.
 */
export function pageTheme(view: Window): 'light' | 'dark' {
  const schemes = view.getComputedStyle(view.document.documentElement).colorScheme ?? '';
  if (!/\bdark\b/.test(schemes)) return 'light';
  const isOnlyDark = !/\blight\b/.test(schemes);
  return isOnlyDark || view.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}
