import type { CardField } from '../../contract/frame/card-calls.ts';
import type { ReadLook, Words } from './read-look.ts';

const IDS: { [field in CardField]: string } = {
  holderName: 'cc-name',
  number: 'cc-number',
  expiry: 'cc-exp',
  cvv: 'cc-csc',
  installments: 'installments',
};

/**
 * Labels and placeholders of the page's own. The form writes ours again with every change of
 * language or brand and then asks for `write`; so what is taken back stands as ours again.
 */
export function createWords(document: Document) {
  let labels: Words = {};
  let placeholders: Words = {};
  /** Those that the form's own markup has, and so never writes again. */
  const ours: Words = {
    holderName: '',
    number: document.getElementById(IDS.number)?.getAttribute('placeholder') ?? '',
  };

  function write(): void {
    for (const [field, text] of entriesOf(labels)) {
      document.querySelector(`[for=${IDS[field]}]`)?.replaceChildren(text);
    }
    for (const [field, text] of entriesOf(placeholders)) {
      document.getElementById(IDS[field])?.setAttribute('placeholder', text);
    }
  }

  function change(look: Pick<ReadLook, 'labels' | 'placeholders'>): void {
    labels = look.labels ?? labels;
    placeholders = look.placeholders ? { ...ours, ...look.placeholders } : placeholders;
    write();
  }

  return { change, write };
}

function entriesOf(words: Words): [CardField, string][] {
  return Object.entries(words) as [CardField, string][];
}
