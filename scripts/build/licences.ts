import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What browsers load has their code in it. */
export const IN_BROWSERS = ['comlink', 'credit-card-type', 'zod'].map(
  (name) => `node_modules/${name}`,
);

/** The licences of packages in their own words, which go wherever their code goes. */
export function licencesOf(root: string, places: readonly string[]): string {
  const parts = places.map((place) => {
    const folder = join(root, place);
    const {
      name,
      version,
      license = 'see below',
    } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const texts = readdirSync(folder).filter((file) => /^(licen[cs]e|notice)/i.test(file));
    const words = texts.sort().map((file) => readFileSync(join(folder, file), 'utf8').trim());
    return [`${name} ${version} (${license})`, ...words].join('\n\n');
  });
  return `${parts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}
