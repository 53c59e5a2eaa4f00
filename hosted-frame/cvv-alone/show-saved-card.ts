const WORDS: { [language: string]: string } = {
  'pt-BR': 'Cartão salvo',
  en: 'Saved card',
  es: 'Tarjeta guardada',
};

/**
 * Dashed and without ground, since nothing can be typed there. One row in every layout that has
 * room for two fields side by side; the page counts on that (card-iframe.ts).
 */
const STYLES = [
  `form.saved {
    grid-template-columns: 1fr 1fr !important;
    column-gap: var(--spacing) !important;
  }`,
  '.saved .half { margin-left: 0 !important; }',
  // Nothing is typed beside it, so there is room in the narrowest frame.
  '.saved #brand-mark { display: block; }',
  '.saved .half input { border-radius: var(--borderRadius) !important; }',
  `.saved-label {
    margin-bottom: 5px;
    font-size: 0.875em;
    font-weight: 500;
  }`,
  `.saved-card {
    grid-area: 2 / 1;
    display: flex;
    align-items: center;
    height: max(44px, var(--fieldHeight));
    padding: 0 12px;
    overflow: hidden;
    border: max(1px, var(--borderWidth)) dashed var(--colorBorder);
    border-radius: var(--borderRadius);
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }`,
];

/** Hides every other field, from autofill too. Returns what writes the words in the language. */
export function showSavedCard(
  document: Document,
  card: { label: string; last4: string } | null,
): () => void {
  const form = document.querySelector('form');
  const mark = document.querySelector('#brand-mark');
  const [sheet] = document.styleSheets;
  for (const style of STYLES) sheet?.insertRule(style, sheet.cssRules.length);
  form?.classList.add('saved');
  for (const input of document.querySelectorAll('.field:not([data-field=cvv]) > input')) {
    input.setAttribute('disabled', '');
    input.parentElement?.setAttribute('hidden', '');
  }
  if (card === null) return () => undefined;

  const field = document.createElement('div');
  const label = document.createElement('p');
  const shown = document.createElement('p');
  const scheme = document.createElement('span');
  // Never filled: as high as the one beside it, or the rows would differ.
  const error = document.createElement('p');
  field.className = 'field half';
  label.className = 'saved-label';
  shown.className = 'saved-card';
  scheme.className = 'absent';
  error.className = 'error';
  // The scheme is seen as its mark, and heard by its name.
  scheme.textContent = card.label;
  shown.append(scheme, ` •••• ${card.last4}`);
  field.append(label, shown);
  if (mark) field.append(mark);
  field.append(error);
  form?.prepend(field);
  return () => label.replaceChildren(WORDS[document.documentElement.lang] ?? '');
}
