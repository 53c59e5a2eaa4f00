import type { Language } from '../language.ts';
import type { GalleryAppearance } from '../site/gallery-appearances.ts';
import { APPEARANCES } from '../site/gallery-appearances.ts';

/** The gallery of the theming page: a place for each live element, and the code that makes it. */
export function gallery(language: Language): string {
  return APPEARANCES.map((appearance) => entry(appearance, language)).join('\n');
}

function entry({ id, title, surface, options }: GalleryAppearance, language: Language): string {
  const place = `<div class="appearance on-${surface}" data-appearance="${id}"></div>`;
  return `### ${title[language]}\n\n${place}\n\n\`\`\`\`javascript\n${codeOf(options)}\n\`\`\`\`\n`;
}

/** The call as one would write it: names without quotes where possible, single quotes elsewhere. */
function codeOf(options: GalleryAppearance['options']): string {
  const given = { amount: 15990, referenceId: 'order-1', ...options };
  const text = JSON.stringify(given, null, 2)
    .replace(/"([A-Za-z]\w*)":/g, '$1:')
    .replace(/"([^"\\']*)"/g, "'$1'")
    .replace(/([^,{[\s])\n/g, '$1,\n');
  return `client.mountCardElement('#card', ${text});`;
}
