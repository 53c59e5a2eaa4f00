import { html } from 'hono/html';
import type { JsonSchema, Parameter } from '../open-api.ts';
import { refName } from '../open-api.ts';
import type { Html } from './prose.ts';
import { inline, NOTHING } from './prose.ts';

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

type Field = { name: string; schema: JsonSchema; isRequired: boolean };

export function fieldList(schema: JsonSchema): Html {
  const fields = fieldsOf(schema);
  if (fields.length === 0) return NOTHING;
  return html`<dl class="fields">${fields.map(({ name, schema: of, isRequired }) =>
    entry({ name, schema: of, isRequired, description: of.description ?? '' }),
  )}</dl>`;
}

export function parameterList(parameters: readonly Parameter[]): Html {
  if (parameters.length === 0) return NOTHING;
  return html`<h4>Parameters</h4>
<dl class="fields">${parameters.map(({ name, in: place, schema, required, description }) =>
    entry({ name, schema, isRequired: required, description, place }),
  )}</dl>`;
}

function entry(field: Field & { description: string; place?: Parameter['in'] }): Html {
  const { name, schema, isRequired, description, place } = field;
  return html`<div><dt><code>${name}</code> <span class="type">${typeText(schema)}${
    place === undefined ? '' : html`, ${place}`
  }</span>${isRequired ? NOTHING : html` <span class="optional">optional</span>`}</dt>
<dd>${inline(description)}${limitsOf(schema).map((limit) => html`<span class="limit">${limit}</span>`)}</dd></div>`;
}

/** Those of objects inside it by their path: `address.city`, `items[].price`. */
export function fieldsOf(schema: JsonSchema, within = ''): Field[] {
  const required = new Set(schema.required);
  return Object.entries(schema.properties ?? {}).flatMap(([key, field]) => {
    // A field that must not be there is no field.
    if (typeof field === 'boolean' || field.not !== undefined) return [];
    const name = within + key;
    const { items, anyOf = [], additionalProperties } = field;
    const objects = [field, ...anyOf, additionalProperties].filter(isSchema);
    return [
      { name, schema: field, isRequired: required.has(key) },
      ...objects.flatMap((part) => fieldsOf(part, `${name}.`)),
      ...[items]
        .flat()
        .filter(isSchema)
        .flatMap((item) => fieldsOf(item, `${name}[].`)),
    ];
  });
}

function isSchema(part: JsonSchema | boolean | undefined): part is JsonSchema {
  return typeof part === 'object';
}
