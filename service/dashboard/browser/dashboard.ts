import '../styles/dashboard.css';
import { watchCharts } from './chart.ts';
import { addCopyButtons } from './copy.ts';
import { watchExports } from './export.ts';
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
