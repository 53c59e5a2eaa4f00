import { drawAmexFront, drawBack } from './card-sides.ts';

// A chunk of its own, loaded when the buyer asks where the code is: nothing is from elsewhere.

const WORDS: { [language: string]: { back: string; front: string } } = {
  'pt-BR': {
    back: 'No verso do cartão: 3 dígitos.',
    front: 'No American Express, na frente: 4 dígitos.',
  },
  en: {
    back: 'On the back of the card: 3 digits.',
    front: 'On American Express, on the front: 4 digits.',
  },
  es: {
    back: 'En el reverso de la tarjeta: 3 dígitos.',
    front: 'En American Express, en el frente: 4 dígitos.',
  },
};

/** A row below the field, in every layout; as high as it has to be, which the page is told. */
const STYLES = [
  `#cvv-help-text {
    display: grid;
    grid-column: 1 / -1;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 220px), 1fr));
    gap: 8px 16px;
    padding: 4px 0 10px;
    font-size: 0.875em;
  }`,
  '#cvv-help-text[hidden] { display: none; }',
  `#cvv-help-text p {
    display: flex;
    gap: 10px;
    align-items: center;
  }`,
  `#cvv-help-text svg {
    flex: none;
    width: 80px;
    height: 50px;
    color: var(--colorTextSecondary);
  }`,
];

/** Where the code stands on a card: announced when it opens, closed by Escape. */
export function toggleCvvHelp(document: Document, announce: (text: string) => void): void {
  const button = document.querySelector('#cvv-help');
  const panel = document.querySelector<HTMLElement>('#cvv-help-text') ?? addPanel(document, close);

  function show(isOpen: boolean): void {
    panel.hidden = !isOpen;
    button?.setAttribute('aria-expanded', String(isOpen));
    announce(isOpen ? (panel.textContent ?? '') : '');
  }

  function close(): void {
    if (!panel.hidden) show(false);
  }

  show(panel.hidden === true);
}

function addPanel(document: Document, onEscape: () => void): HTMLElement {
  const { documentElement } = document;
  const panel = document.createElement('div');
  const back = document.createElement('span');
  const front = document.createElement('span');
  const [sheet] = document.styleSheets;
  for (const style of STYLES) sheet?.insertRule(style, sheet.cssRules.length);
  panel.id = 'cvv-help-text';
  panel.hidden = true;
  for (const [picture, text] of [
    [drawBack(document), back],
    [drawAmexFront(document), front],
  ] as const) {
    const line = document.createElement('p');
    line.append(picture, text);
    panel.append(line);
  }

  function writeWords(): void {
    const words = WORDS[documentElement.lang];
    // With a space behind it, where a screen reader is told both at once.
    back.textContent = `${words?.back ?? ''} `;
    front.textContent = words?.front ?? '';
  }

  writeWords();
  new MutationObserver(writeWords).observe(documentElement, { attributeFilter: ['lang'] });
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') onEscape();
  });
  const button = document.querySelector('#cvv-help');
  button?.setAttribute('aria-controls', panel.id);
  button?.closest('.field')?.after(panel);
  return panel;
}
