import { html } from 'hono/html';
import type { JsonSchema, Parameter } from '../open-api.ts';
import type { Html } from './prose.ts';
import { inline, NOTHING } from './prose.ts';
import { limitsOf, typeText } from './type-text.ts';

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
