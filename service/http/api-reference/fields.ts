import { html } from 'hono/html';
import type { JsonSchema, Parameter } from '../../api-document/open-api.ts';
import type { Html } from './prose.ts';
import { inline, NOTHING } from './prose.ts';
import { limitsOf, typeText } from './type-text.ts';

type Field = { name: string; schema: JsonSchema; isRequired: boolean };

/** The fields of an object, those of objects inside it with their dotted names. */
export function fieldList(schema: JsonSchema): Html {
  const fields = fieldsOf(schema, '');
  if (fields.length === 0) return NOTHING;
  return html`<dl class="fields">${fields.map(({ name, schema: of, isRequired }) =>
    entry({ name, schema: of, isRequired, description: of.description ?? '' }),
  )}</dl>`;
}

/** Parameters of a request: headers, query, parts of the path. */
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

function fieldsOf(schema: JsonSchema, prefix: string): Field[] {
  const required = new Set(schema.required);
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    // A field that must not be there is no field.
    if (typeof field === 'boolean' || field.not !== undefined) return [];
    const path = `${prefix}${name}`;
    const own = { name: path, schema: field, isRequired: required.has(name) };
    return [own, ...partsOf(field).flatMap((part) => fieldsOf(part, `${path}.`))];
  });
}

/** The objects written out inside a field; those with a name have a place of their own. */
function partsOf({
  items,
  anyOf = [],
  properties,
  additionalProperties,
}: JsonSchema): JsonSchema[] {
  const inside = [...anyOf, ...[items, additionalProperties].flat()].filter(
    (part) => typeof part === 'object',
  );
  return [...(properties === undefined ? [] : [{ properties }]), ...inside];
}
