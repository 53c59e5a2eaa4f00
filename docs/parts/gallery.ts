import type { Language } from '../language.ts';
import { LOOKS, type Look } from '../site/gallery-looks.ts';

/** The looks of the theming page: each a place for a living element, and the code that makes it. */
export function gallery(language: Language): string {
  return LOOKS.map((look) => entry(look, language)).join('\n');
}

function entry({ id, title, surface, options }: Look, language: Language): string {
  const place = `<div class="look look-${surface}" data-look="${id}"></div>`;
  return `### ${title[language]}\n\n${place}\n\n\`\`\`\`javascript\n${codeOf(options)}\n\`\`\`\`\n`;
}

/** As one would write it: names without quotes where they need none, single quotes elsewhere. */
function codeOf(options: Look['options']): string {
  const given = { amount: 15990, referenceId: 'order-1', ...options };
  const text = JSON.stringify(given, null, 2)
    .replace(/"([A-Za-z]\w*)":/g, '$1:')
    .replace(/"([^"\\']*)"/g, "'$1'")
    .replace(/([^,{[\s])\n/g, '$1,\n');
  return `client.mountCardElement('#card', ${text});`;
}
