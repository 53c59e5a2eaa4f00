import '../styles/dashboard.css';
import { addCopyButtons } from './copy.ts';
import { watchExports } from './export.ts';

/** Whatever has just gone wrong with a field is where the keyboard goes first. */
function focusFirstError(): void {
  document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}

focusFirstError();
addCopyButtons(document);
watchExports(document);
