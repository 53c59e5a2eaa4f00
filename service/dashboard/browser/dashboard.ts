import '../styles/dashboard.css';
import { addCopyButtons } from './copy.ts';
import { watchExports } from './export.ts';
import { watchLive } from './live.ts';

/** Whatever has just gone wrong with a field is where the keyboard goes first. */
function focusFirstError(): void {
  document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}

focusFirstError();
// Before anything is put into the part that changes, to be compared as it came.
watchLive(document, addCopyButtons);
addCopyButtons(document.body);
watchExports(document);
