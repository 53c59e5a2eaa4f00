import type { CardAppearance } from '../../contract/frame/card-calls.ts';
import type { Allowed, Known } from './allowed-values.ts';
import { allowedValues } from './allowed-values.ts';

type Entries = { [name: string]: string };
export type Words = { [field: string]: string };

/** `rules`: by selector, in the order of our list. */
export type ReadAppearance = {
  isContrast: boolean;
  fonts: string[];
  /** Every variable there is; empty where the page said nothing. */
  variables: Entries;
  rules: (readonly [selector: string, declarations: Entries])[];
  /** Null where the page said nothing of them this time. */
  labels: Words | null;
  placeholders: Words | null;
  /** Every entry that is left out: where it stands and what it must be, never its value. */
  refused: string[];
};

const THEMES: readonly unknown[] = [undefined, 'light', 'dark', 'auto', 'contrast'];
const LAYOUTS: readonly unknown[] = [undefined, 'stacked', 'row', 'line'];

export function readAppearance(given: CardAppearance, known: Known): ReadAppearance {
  const refused: string[] = [];
  const allowed = allowedValues(known);
  const refuse = (path: string, must: string) => {
    refused.push(`${path.slice(0, 100)} ${must}`);
  };

  function record(value: unknown, path: string): object {
    if (value === undefined) return {};
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
    refuse(path, 'must be an object');
    return {};
  }

  function read(value: unknown, path: string, list: { [name: string]: Allowed }): Entries {
    const taken: Entries = {};
    for (const [name, entry] of Object.entries(record(value, path))) {
      const rule = Object.hasOwn(list, name) ? list[name] : undefined;
      if (entry === undefined) continue;
      if (rule === undefined) refuse(`${path}.${name}`, 'is not on the list');
      else if (typeof entry !== 'string' || !rule.fits(entry)) refuse(`${path}.${name}`, rule.must);
      else taken[name] = entry;
    }
    return taken;
  }

  const appearance: { [name: string]: unknown } = { ...record(given.appearance, 'appearance') };
  for (const name of Object.keys(appearance)) {
    if (!['theme', 'variables', 'rules', 'fonts'].includes(name)) {
      refuse(`appearance.${name}`, 'is not on the list');
    }
  }
  const { theme } = appearance;
  if (!THEMES.includes(theme)) {
    refuse('appearance.theme', 'must be light, dark, auto or contrast');
  }
  if (!LAYOUTS.includes(given.layout)) refuse('layout', 'must be stacked, row or line');

  function readFonts(): string[] {
    const { fonts } = appearance;
    if (fonts === undefined) return [];
    const asked: unknown[] = Array.isArray(fonts) ? fonts : [fonts];
    const taken = known.families.filter((family) => asked.includes(family));
    if (taken.length < asked.length) {
      const kept = known.families.join(', ') || 'it keeps none';
      refuse('appearance.fonts', `must be a list of fonts that this service keeps: ${kept}`);
    }
    return taken;
  }

  const rules = record(appearance.rules, 'appearance.rules');
  for (const selector of Object.keys(rules)) {
    if (!Object.hasOwn(allowed.rules, selector)) {
      refuse(`appearance.rules.${selector}`, 'is not on the list');
    }
  }
  const variables = read(appearance.variables, 'appearance.variables', allowed.variables);
  return {
    isContrast: theme === 'contrast',
    fonts: readFonts(),
    variables: Object.fromEntries(
      Object.keys(allowed.variables).map((name) => [name, variables[name] ?? '']),
    ),
    rules: Object.entries(allowed.rules).map(([selector, list]) => {
      const declared: unknown = Object.getOwnPropertyDescriptor(rules, selector)?.value;
      return [selector, read(declared, `appearance.rules.${selector}`, list)] as const;
    }),
    labels: given.labels === undefined ? null : read(given.labels, 'labels', allowed.labels),
    placeholders:
      given.placeholders === undefined
        ? null
        : read(given.placeholders, 'placeholders', allowed.placeholders),
    refused,
  };
}
