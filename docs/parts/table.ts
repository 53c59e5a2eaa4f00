import type { Language, Text } from '../language.ts';

export function table(
  head: readonly Text[],
  rows: readonly string[][],
  language: Language,
): string {
  const words = head.map((text) => text[language]);
  return [words, words.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
