const ENTITIES: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** A text as it stands in HTML, within an element or an attribute in double quotes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}

const CHARACTERS: { readonly [entity: string]: string } = {
  // As our templates and as the highlighter write it.
  '&#39;': "'",
  '&#x27;': "'",
  ...Object.fromEntries(Object.entries(ENTITIES).map(([character, entity]) => [entity, character])),
};

export function unescapeHtml(html: string): string {
  return html.replace(/&(?:lt|gt|quot|amp|#39|#x27);/g, (entity) => CHARACTERS[entity] ?? entity);
}
