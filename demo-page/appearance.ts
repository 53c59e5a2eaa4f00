import type { Appearance } from '../sdk/index.ts';
import { make } from './page-element.ts';
import type { PageOptions } from './page-options.ts';

const COLOURS = {
  colorPrimary: '--primary',
  colorText: '--text',
  colorTextSecondary: '--text-soft',
  colorBackground: '--surface',
  colorBorder: '--field-line',
  colorDanger: '--danger',
};

/** The look of the hosted fields: the colours that styles/base.css has at this moment. */
export function readAppearance(theme: PageOptions['theme']): Appearance {
  const probe = document.body.appendChild(make('i'));
  const colours = Object.entries(COLOURS).map(([name, property]) => {
    probe.style.color = `var(${property})`;
    return [name, getComputedStyle(probe).color];
  });
  probe.remove();
  const sizes = { borderRadius: '12px', fieldHeight: '48px' };
  return { theme, variables: { ...Object.fromEntries(colours), ...sizes } };
}
