const WORDS = {
  en: { copy: 'Copy', copied: 'Copied', selected: 'Selected: press Ctrl+C' },
  pt: { copy: 'Copiar', copied: 'Copiado', selected: 'Selecionado: tecle Ctrl+C' },
};
const SHOWN_MS = 2_000;

/** Puts a button on every sample that copies it or, where that is not allowed, selects it. */
export function addCopyButtons(part: ParentNode): void {
  const words = document.documentElement.lang.startsWith('pt') ? WORDS.pt : WORDS.en;
  for (const sample of part.querySelectorAll('.sample')) {
    const code = sample.querySelector('code');
    if (!code) continue;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = words.copy;
    // A screen reader hears it as well, since the words change on the button it is at.
    button.setAttribute('aria-live', 'polite');
    button.addEventListener('click', async () => {
      button.textContent = (await copy(code)) ? words.copied : words.selected;
      setTimeout(() => {
        button.textContent = words.copy;
      }, SHOWN_MS);
    });
    sample.append(button);
  }
}

async function copy(code: Element): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(code.textContent ?? '');
    return true;
  } catch {
    getSelection()?.selectAllChildren(code);
    return false;
  }
}
