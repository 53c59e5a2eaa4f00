import type { Appearance } from './checkout-sdk.ts';
import type { PageOptions } from './page-options.ts';

/** The shop's colours for the hosted fields; the same as in styles/base.css. */
const COLOURS = {
  light: {
    colorPrimary: '#14573f',
    colorText: '#1c2620',
    colorTextSecondary: '#55605a',
    colorBackground: '#fffdf8',
    colorBorder: '#8b8674',
    colorDanger: '#b3261e',
  },
  dark: {
    colorPrimary: '#7fdcb2',
    colorText: '#eef3ee',
    colorTextSecondary: '#a9b6ad',
    colorBackground: '#1a211d',
    colorBorder: '#6d7c73',
    colorDanger: '#ff9d94',
  },
};

/** The look of hosted fields, and its changes where it follows the browser's. */
export function followAppearance(theme: PageOptions['theme']): {
  appearance(): Appearance;
  /** Returns the function that ends it. */
  onChange(listener: (appearance: Appearance) => void): () => void;
} {
  const darkness = matchMedia('(prefers-color-scheme: dark)');
  const appearance = () =>
    appearanceOf(theme === 'auto' ? (darkness.matches ? 'dark' : 'light') : theme);
  return {
    appearance,
    onChange(listener) {
      const tell = () => listener(appearance());
      darkness.addEventListener('change', tell);
      return () => darkness.removeEventListener('change', tell);
    },
  };
}

function appearanceOf(theme: 'light' | 'dark'): Appearance {
  return { theme, variables: { ...COLOURS[theme], borderRadius: '12px', fieldHeight: '48px' } };
}
