import type { ReadAppearance, Words } from './read-appearance.ts';

/** The form writes ours first, then asks for `write`: what a page takes back is ours again. */
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
