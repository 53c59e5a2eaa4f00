import { readFileSync } from 'node:fs';

/** The columns that the documentation of the dashboard names for one of its files. */
export function documentedColumns(file: string, language: 'pt-BR' | 'en'): string | undefined {
  const folder = language === 'en' ? 'en' : 'pt';
  const page = readFileSync(`docs/pages/${folder}/dashboard.md`, 'utf8');
  return new RegExp(`\\| \`${file}\` \\| ([^|]+) \\|`).exec(page)?.[1];
}
