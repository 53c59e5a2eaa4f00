import type { Appearance, CardLayout } from '../../contract/appearance.ts';

/** What one element of the gallery is mounted with, and the surface it stands on. */
export type GalleryAppearance = {
  id: string;
  title: { en: string; pt: string };
  surface: 'light' | 'dark' | 'sand' | 'night' | 'page';
  options: {
    appearance?: Appearance;
    layout?: CardLayout;
    maxInstallments?: number;
    labels?: { [field: string]: string };
    placeholders?: { [field: string]: string };
  };
};

/** The gallery of the theming page: shown as live elements, and as the code to paste. */
export const APPEARANCES: readonly GalleryAppearance[] = [
  {
    id: 'plain',
    title: { en: 'As it comes', pt: 'Como vem' },
    surface: 'light',
    options: { maxInstallments: 3 },
  },
  {
    id: 'dark',
    title: { en: 'Dark', pt: 'Escuro' },
    surface: 'dark',
    options: { appearance: { theme: 'dark' } },
  },
  {
    id: 'auto',
    title: { en: "The buyer's own theme", pt: 'O tema do próprio comprador' },
    surface: 'page',
    options: { appearance: { theme: 'auto' } },
  },
  {
    id: 'contrast',
    title: { en: 'High contrast', pt: 'Alto contraste' },
    surface: 'light',
    options: { appearance: { theme: 'contrast' } },
  },
  {
    id: 'round',
    title: { en: 'Round, in your colour', pt: 'Arredondado, na sua cor' },
    surface: 'sand',
    options: {
      appearance: {
        variables: {
          colorPrimary: '#7a3e00',
          colorText: '#2b1d0e',
          colorBackground: '#fffaf2',
          colorBorder: '#8c7355',
          borderRadius: '22px',
          fieldHeight: '48px',
          fontFamily: 'Georgia, serif',
        },
      },
    },
  },
  {
    id: 'rules',
    title: { en: 'Rules for a state', pt: 'Regras para um estado' },
    surface: 'night',
    options: {
      layout: 'stacked',
      appearance: {
        theme: 'dark',
        variables: { colorPrimary: '#9fd0ff', borderRadius: '2px' },
        rules: {
          '.Label': { letterSpacing: '0.05em', textTransform: 'uppercase' },
          '.Input:focus': { boxShadow: '0 0 0 3px #9fd0ff55' },
          '.Input--invalid': { borderStyle: 'dashed' },
        },
      },
    },
  },
  {
    id: 'line',
    title: { en: 'One line', pt: 'Uma linha' },
    surface: 'light',
    options: { layout: 'line' },
  },
  {
    id: 'words',
    title: { en: 'Your own words', pt: 'Suas próprias palavras' },
    surface: 'light',
    options: {
      labels: { holderName: 'Titular', cvv: 'Código de segurança' },
      placeholders: { holderName: 'Como está no cartão' },
    },
  },
];
