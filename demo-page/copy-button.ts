import { make } from './page-element.ts';

const SHOWN_MS = 2_500;

/**
 * A button that copies a text and says so, to eyes and screen readers. Where the browser does not
 * allow that, the field is selected, so that the buyer's own keys copy it.
 */
export function makeCopyButton(options: {
  label: string;
  text: string;
  copied: string;
  field: HTMLInputElement | HTMLTextAreaElement;
  copy(text: string): Promise<void>;
  after(ms: number, act: () => void): void;
}): HTMLElement {
  const face = make('span', {}, options.label);
  const button = make('button', { type: 'button', class: 'copy-button' }, face);
  const status = make('p', { class: 'visually-hidden', role: 'status' });
  // After two quick clicks the second one's time counts.
  let clicks = 0;

  async function act(): Promise<void> {
    clicks += 1;
    const mine = clicks;
    const isCopied = await options.copy(options.text).then(
      () => true,
      () => false,
    );
    button.toggleAttribute('data-copied', isCopied);
    if (!isCopied) options.field.select();
    face.textContent = isCopied ? 'Copiado' : 'Selecionado: copie com Ctrl+C';
    status.textContent = isCopied ? options.copied : 'Código selecionado. Copie com o seu teclado.';
    options.after(SHOWN_MS, () => {
      if (mine !== clicks) return;
      button.removeAttribute('data-copied');
      face.textContent = options.label;
      status.textContent = '';
    });
  }

  button.addEventListener('click', () => void act());
  return make('div', { class: 'copy' }, button, status);
}
