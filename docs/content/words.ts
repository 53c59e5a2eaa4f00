import type { Text } from '../language.ts';

/** The site's own words, around the text of its pages. */
export const WORDS: { readonly [name: string]: Text } = {
  skip: { en: 'Skip to content', pt: 'Ir para o conteúdo' },
  search: { en: 'Search the documentation', pt: 'Buscar na documentação' },
  found: { en: 'results', pt: 'resultados' },
  nothingFound: { en: 'Nothing found', pt: 'Nada encontrado' },
  pages: { en: 'Pages', pt: 'Páginas' },
  onThisPage: { en: 'On this page', pt: 'Nesta página' },
  near: { en: 'Previous and next page', pt: 'Página anterior e próxima' },
  before: { en: 'Previous', pt: 'Anterior' },
  after: { en: 'Next', pt: 'Próxima' },
  tryIt: { en: 'Try it', pt: 'Experimente' },
  shop: { en: 'Demo shop', pt: 'Loja de demonstração' },
  language: { en: 'English', pt: 'Português' },
  light: { en: 'Light theme', pt: 'Tema claro' },
  dark: { en: 'Dark theme', pt: 'Tema escuro' },
};
