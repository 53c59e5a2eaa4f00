import { addCopyButtons } from './copy-button.ts';
import { startSearch } from './search-box.ts';
import { startThemeButton } from './theme-button.ts';

addCopyButtons(document);

const form = document.querySelector<HTMLFormElement>('form.search');
if (form) startSearch(form);

const button = document.querySelector<HTMLButtonElement>('#theme');
if (button) startThemeButton(button);

// The list of pages is open where there is room for it beside the page.
const menu = document.querySelector<HTMLDetailsElement>('#menu');
const wide = matchMedia('(min-width: 60rem)');
function follow() {
  if (menu) menu.open = wide.matches;
}
follow();
wide.addEventListener('change', follow);
