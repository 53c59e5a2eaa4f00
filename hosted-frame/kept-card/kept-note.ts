/** What the note can say: that nothing, or the CVV alone, is to be typed; what to do if refused. */
export type NoteText = 'kept' | 'cvv' | 'open';

/** `keptCvv` and `retype`: beside a saved card, of which the CVV alone was typed. */
type Words = { [text in NoteText | 'change' | 'keptCvv' | 'retype']: string };

const WORDS: { [language: string]: Words } = {
  'pt-BR': {
    kept: 'Seu cartão continua preenchido',
    cvv: 'Digite só o CVV de novo',
    open: 'Confira o cartão e digite o CVV, ou use outro',
    change: 'Trocar cartão',
    keptCvv: 'Seu CVV continua preenchido',
    retype: 'Digitar de novo',
  },
  en: {
    kept: 'Your card is still filled in',
    cvv: 'Type only the CVV again',
    open: 'Check the card and type the CVV, or use another',
    change: 'Change card',
    keptCvv: 'Your CVV is still filled in',
    retype: 'Type it again',
  },
  es: {
    kept: 'Tu tarjeta sigue completada',
    cvv: 'Escribe solo el CVV de nuevo',
    open: 'Revisa la tarjeta y escribe el CVV, o usa otra',
    change: 'Cambiar tarjeta',
    keptCvv: 'Tu CVV sigue completado',
    retype: 'Escribir de nuevo',
  },
};

/**
 * In the line of the number's error, which a locked number has none of: nothing moves. A saved card
 * has its note over the whole width, beside a CVV that is half as wide.
 */
const STYLES = [
  `#kept {
    display: flex;
    gap: 10px;
    grid-area: 3 / 1 / auto / -1;
    align-self: start;
    height: calc(1.4em + 3px);
    padding-top: 3px;
    color: var(--colorTextSecondary);
    font-size: 0.8125em;
    white-space: nowrap;
  }`,
  `#kept-text {
    overflow: hidden;
    text-overflow: ellipsis;
  }`,
  '#kept[hidden], .error:not(:empty) ~ #kept, #kept [hidden] { display: none; }',
  `#kept button {
    padding: 0;
    border: 0;
    background: none;
    color: var(--colorPrimary);
    font: inherit;
    text-decoration: underline;
    cursor: pointer;
  }`,
  `#kept button:focus-visible {
    outline: 2px solid var(--colorPrimary);
    outline-offset: -1px;
  }`,
  `[data-kept] :is(input:read-only, [aria-disabled="true"]) {
    border-style: dashed;
    background: none;
    color: var(--colorTextSecondary);
  }`,
  // It is shown to be there, not to be read by people who pass by.
  '[data-kept] [data-field="cvv"] input:read-only { -webkit-text-security: disc; }',
  '[data-kept] select[aria-disabled="true"] { pointer-events: none; }',
  '.saved [data-field="cvv"] { position: relative; }',
  `.saved #kept {
    position: absolute;
    inset-block-end: 0;
    inset-inline-end: 0;
    width: calc(100vw - 8px);
  }`,
];

/** Why fields are locked, and a way to another card; part of the description of every field. */
export function createKeptNote(document: Document, onChange: () => void) {
  const form = document.querySelector('form');
  const isSaved = form?.classList.contains('saved') === true;
  const row = form?.querySelector(`[data-field=${isSaved ? 'cvv' : 'number'}]`);
  const note = document.createElement('p');
  const said = document.createElement('span');
  const change = document.createElement('button');
  const [sheet] = document.styleSheets;
  let shown: NoteText | null = null;
  for (const style of STYLES) sheet?.insertRule(style, sheet.cssRules.length);
  note.id = 'kept';
  note.hidden = true;
  said.id = 'kept-text';
  change.type = 'button';
  change.addEventListener('click', onChange);
  note.append(said, change);
  row?.append(note);

  function word(name: keyof Words): string {
    return WORDS[document.documentElement.lang]?.[name] ?? '';
  }

  const text = (name: NoteText) => word(isSaved && name === 'kept' ? 'keptCvv' : name);

  function write(): void {
    said.textContent = shown === null ? '' : text(shown);
    change.textContent = word(isSaved ? 'retype' : 'change');
  }

  function show(wanted: NoteText | null): void {
    // Of a saved card nothing but the CVV is there to be locked.
    const next = isSaved && wanted === 'cvv' ? null : wanted;
    shown = next;
    note.hidden = next === null;
    // Nothing is locked: the buyer changes the card where it stands.
    change.hidden = next === 'open';
    form?.toggleAttribute('data-kept', next !== null);
    for (const field of form?.querySelectorAll('input, select') ?? []) {
      const described = field.getAttribute('aria-describedby')?.replace(' kept-text', '') ?? '';
      const more = next === null ? '' : ' kept-text';
      field.setAttribute('aria-describedby', described + more);
    }
    write();
  }

  write();
  return { text, write, show };
}
