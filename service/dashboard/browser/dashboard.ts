import '../styles/dashboard.css';
import { watchCharts } from './chart.ts';
import { watchLive } from './live.ts';

function focusFirstError(): void {
  document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}

function enhance(part: HTMLElement): void {
  addCopyButtons(part);
  watchCharts(part);
}

focusFirstError();
// Before anything is put into the part that changes, to be compared as it came.
watchLive(document, enhance);
enhance(document.body);
watchExports(document);

export function addCopyButtons(within: HTMLElement): void {
  const document = within.ownerDocument;
  for (const part of within.querySelectorAll<HTMLElement>('.copyable')) {
    const text = part.firstElementChild;
    const { copy = '', copied = '', value = text?.textContent ?? '' } = part.dataset;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'quiet';
    button.textContent = copy;
    const status = document.createElement('span');
    status.className = 'unseen';
    status.ariaLive = 'polite';
    part.append(button, status);
    button.addEventListener('click', async () => {
      try {
        await navigator.clipboard.writeText(value);
        button.textContent = copied;
        status.textContent = copied;
      } catch {
        // Where the browser does not let us, the text is marked for whoever copies it by hand.
        if (text instanceof HTMLInputElement) text.select();
        else if (text !== null) getSelection()?.selectAllChildren(text);
      }
    });
    button.addEventListener('blur', () => {
      button.textContent = copy;
      status.textContent = '';
    });
  }
}

const LINE_END = 10;

/** Takes files in place of the browser, to tell how far they have come and to keep whole ones only. */
export function watchExports(document: Document): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-whole]')) {
    link.addEventListener('click', (event) => {
      // Another tab or window was asked for: that is the browser's.
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      if (link.ariaBusy !== 'true') void take(link);
    });
  }
}

async function take(link: HTMLAnchorElement): Promise<void> {
  const { lines = '', whole = '', broken = '' } = link.dataset;
  const tell = (text: string, count?: number) => {
    const number = count?.toLocaleString(link.ownerDocument.documentElement.lang) ?? '';
    if (link.nextElementSibling) link.nextElementSibling.textContent = `${text} ${number}`.trim();
  };
  link.ariaBusy = 'true';
  try {
    const response = await fetch(link.href);
    // A page in its place, as when the session is over, is for the person to see.
    if (response.headers.get('content-type')?.startsWith('text/csv') !== true) {
      location.assign(link.href);
      return;
    }
    const pieces: BlobPart[] = [];
    let count = 0;
    for (const reader = response.body?.getReader(); reader; ) {
      const { value, done } = await reader.read();
      if (done) break;
      pieces.push(value);
      count += value.filter((byte) => byte === LINE_END).length;
      tell(lines, count);
    }
    save(new Blob(pieces, { type: 'text/csv' }), nameOf(response), link.ownerDocument);
    tell(whole, count);
  } catch {
    tell(broken);
  } finally {
    link.ariaBusy = null;
  }
}

function nameOf(response: Response): string {
  return /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? '';
}

function save(file: Blob, name: string, document: Document): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
