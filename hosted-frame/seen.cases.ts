import { readFileSync } from 'node:fs';
import { join } from 'node:path';

// What a buyer sees of a document of the hosted frame, for tests of its parts.

/** Gives the test's document the styles of that document, in a sheet that parts add theirs to. */
export function putStyles(file: 'card.css' | 'hosted.css'): void {
  const style = document.createElement('style');
  style.textContent = readFileSync(join(import.meta.dirname, file), 'utf8');
  document.head.replaceChildren(style);
}

/** Whether an element is shown: by the styles it has, and so is all that it stands in. */
export function isSeen(element: Element | null): boolean {
  if (element === null) throw new Error('there is no such element');
  for (let one: Element | null = element; one !== null; one = one.parentElement) {
    const { display, visibility } = getComputedStyle(one);
    if (display === 'none' || visibility === 'hidden') return false;
  }
  return element.isConnected;
}
