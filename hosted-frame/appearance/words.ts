import type { ReadAppearance, Words } from './read-appearance.ts';

/**
 * Labels and placeholders of the page's own. The form writes ours with every change of language,
 * brand or options and then asks for `write`; so what a page takes back is ours again.
 */
export function createWords(document: Document) {
  let labels: Words = {};
  let placeholders: Words = {};
  function write(): void {
    for (const [field, text] of Object.entries(labels)) {
      document.querySelector(`[data-field=${field}] label`)?.replaceChildren(text);
    }
    for (const [field, text] of Object.entries(placeholders)) {
      document.querySelector(`[data-field=${field}] input`)?.setAttribute('placeholder', text);
    }
  }

  function change(given: Pick<ReadAppearance, 'labels' | 'placeholders'>): void {
    labels = given.labels ?? labels;
    placeholders = given.placeholders ?? placeholders;
    write();
  }

  return { change, write };
}
