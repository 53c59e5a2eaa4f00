import { html } from 'hono/html';
import type { JsonSchema } from '../open-api.ts';
import { refName } from '../open-api.ts';
import type { Html } from './prose.ts';

export function schemaAnchor(name: string): string {
  return `schema-${name}`;
}

export function typeText(schema: JsonSchema): Html {
  const name = refName(schema);
  if (name !== null) return html`<a href="#${schemaAnchor(name)}">${name}</a>`;
  const { anyOf, oneOf, items } = schema;
  if (schema.type === 'array' && typeof items === 'object' && !Array.isArray(items)) {
    return html`list of ${typeText(items)}`;
  }
  const branches = anyOf ?? oneOf ?? [];
  if (branches.length > 0) {
    return html`${branches.map((branch, index) => html`${index === 0 ? '' : ' or '}${typeText(branch)}`)}`;
  }
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  return html`${schema.type ?? 'any'}`;
}

/** What a value has to keep to, beyond its type; empty where there is nothing. */
export function limitsOf(schema: JsonSchema): Html[] {
  const branch = schema.anyOf?.find(({ type }) => type !== 'null');
  const { type, format, pattern, minimum, maximum, minLength, maxLength, minItems, maxItems } = {
    ...branch,
    ...schema,
  };
  const limits = [
    ...(format === undefined ? [] : [FORMATS[format] ?? format]),
    ...between(minimum, maximum, ''),
    ...between(minLength, maxLength, ' characters'),
    ...(type === 'array' ? between(minItems, maxItems, ' entries') : []),
    ...(schema.default === undefined ? [] : [`default ${String(schema.default)}`]),
  ].map((limit) => html`${limit}`);
  // A format says more to a reader than the pattern it is checked by.
  if (pattern !== undefined && format === undefined) limits.push(html`<code>${pattern}</code>`);
  const values = branch?.enum ?? schema.enum ?? [];
  if (values.length > 0) {
    limits.push(
      html`one of ${values.map((value, index) => html`${index === 0 ? '' : ', '}<code>${String(value)}</code>`)}`,
    );
  }
  return limits;
}

const FORMATS: Readonly<Record<string, string>> = {
  'date-time': 'ISO 8601',
  uri: 'URL',
  email: 'e-mail address',
  uuid: 'UUID',
  binary: 'bytes',
};

/** Where a number has no bound of its own, its type has one: that is left out. */
function between(least: unknown, most: unknown, unit: string): string[] {
  const has = (bound: unknown) => typeof bound === 'number' && Number.isSafeInteger(bound);
  const isBounded = has(most) && most !== Number.MAX_SAFE_INTEGER;
  if (has(least) && least !== Number.MIN_SAFE_INTEGER) {
    return [isBounded ? `${least} to ${most}${unit}` : `at least ${least}${unit}`];
  }
  return isBounded ? [`at most ${most}${unit}`] : [];
}
