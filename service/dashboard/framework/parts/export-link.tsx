import type { FC } from 'hono/jsx';
import type { Language } from '../../words/words.ts';
import { words } from '../../words/words.ts';

const WORDS = words({
  lines: ['Linhas recebidas:', 'Lines received:'],
  whole: ['Arquivo completo. Linhas:', 'The file is whole. Lines:'],
  broken: [
    'O arquivo não veio inteiro, e nada foi salvo. Tente de novo.',
    'The file did not come whole, and nothing was saved. Try again.',
  ],
});

/** Leads to a file. The script tells how far it has come, and keeps none that breaks off. */
export const ExportLink: FC<{ language: Language; href: string; children: string }> = ({
  language,
  href,
  children,
}) => {
  const { lines, whole, broken } = WORDS[language];
  return (
    <>
      <a href={href} download="" data-lines={lines} data-whole={whole} data-broken={broken}>
        {children}
      </a>
      <span class="hint" aria-live="polite" />
    </>
  );
};
