/** The longest wait after failures, in seconds. */
const LONGEST_WAIT = 300;
const TIMEOUT_MS = 20_000;

/** `page`: null where the answer is none. */
export type Answer = { status: number; page: Document | null };

/**
 * Asks again and again for the part of the page that changes, as often as the page says, and puts
 * it in the place of the one that is shown where its text is another. Not while the page is hidden
 * or the part in use; ever more seldom while it fails; no more once the session is over or another
 * person's. `enhance` readies a part that has come, as it was done with the first.
 */
export function watchLive(
  document: Document,
  enhance: (part: HTMLElement) => void,
  ask: (address: string) => Promise<Answer> = askForPage,
): void {
  const first = document.querySelector<HTMLElement>('.live[data-live]');
  if (first === null) return;
  let part = first;
  let text = part.textContent;
  let failures = 0;
  let isAsleep = false;
  const status = document.createElement('span');
  status.className = 'unseen';
  status.setAttribute('aria-live', 'polite');
  part.after(status);

  function wait(): void {
    const seconds = Number(part.dataset.live) * 2 ** failures;
    setTimeout(look, Math.min(seconds, LONGEST_WAIT) * 1_000);
  }

  async function look(): Promise<void> {
    isAsleep = document.hidden;
    if (isAsleep) return;
    if (isInUse(part)) return wait();
    if (take(await ask(document.location.href))) wait();
  }

  /** False where nothing is to be asked for any more. */
  function take({ status: code, page }: Answer): boolean {
    const isFailure = code === 0 || code === 429 || code >= 500;
    failures = isFailure ? failures + 1 : 0;
    if (isFailure) return true;
    const next = page?.querySelector<HTMLElement>('.live') ?? null;
    if (code !== 200 || next === null || next.dataset.of !== part.dataset.of) return false;
    // Somebody may have begun while it came: the next one is in time.
    if (isInUse(part)) return true;
    if (next.textContent !== text) {
      text = next.textContent;
      const old = part;
      part = document.adoptNode(next);
      old.replaceWith(part);
      enhance(part);
      // Once is enough to know that this page changes by itself.
      status.textContent ||= part.dataset.changed ?? '';
    }
    return next.dataset.live !== undefined;
  }

  document.addEventListener('visibilitychange', () => {
    if (isAsleep) void look();
  });
  wait();
}

function isInUse(part: HTMLElement): boolean {
  const { activeElement } = part.ownerDocument;
  const selection = part.ownerDocument.getSelection();
  return (
    part.contains(activeElement) ||
    part.ownerDocument.querySelector('dialog[open]') !== null ||
    part.querySelector('details[open], [aria-busy="true"]') !== null ||
    (selection?.isCollapsed === false && selection.containsNode(part, true)) ||
    [...part.querySelectorAll('input')].some(
      (field) => field.value !== field.defaultValue || field.checked !== field.defaultChecked,
    )
  );
}

/** Parsed by the browser as a document whose scripts do not run. */
function askForPage(address: string): Promise<Answer> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('GET', address);
    request.responseType = 'document';
    request.timeout = TIMEOUT_MS;
    request.setRequestHeader('x-live-refresh', '1');
    request.onloadend = () => resolve({ status: request.status, page: request.responseXML });
    request.send();
  });
}
