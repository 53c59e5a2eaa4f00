import { addCopyButtons } from './copy-button.ts';
import { startSearch } from './search-box.ts';

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

type Theme = 'light' | 'dark';

/** Lets the reader choose the other theme; the choice is kept where the browser allows it. */
function startThemeButton(button: HTMLButtonElement): void {
  const root = document.documentElement;
  const device = matchMedia('(prefers-color-scheme: dark)');
  const shown = (): Theme => {
    const { theme } = root.dataset;
    if (theme === 'light' || theme === 'dark') return theme;
    return device.matches ? 'dark' : 'light';
  };
  const other = (): Theme => (shown() === 'dark' ? 'light' : 'dark');
  const name = () => {
    button.textContent = button.dataset[other()] ?? '';
  };

  button.hidden = false;
  name();
  device.addEventListener('change', name);
  button.addEventListener('click', () => {
    root.dataset.theme = other();
    try {
      localStorage.setItem('docs-theme', shown());
    } catch {
      // Without storage the choice lasts as long as the page.
    }
    name();
    document.dispatchEvent(new CustomEvent('docs-theme', { detail: shown() }));
  });
}
