import { type JsonSchema, refName } from '../../service/api-document/open-api.ts';
import { slugOf } from '../parts/slug.ts';

/** Where named schemas stand; whoever renders puts the page's address there. */
export const SCHEMAS = 'schemas:';

/** One field of a schema as a row; `name` is its path, for example `address.city`. */
export type SchemaField = { name: string; type: string; isRequired: boolean; text: string };

/**
 * The fields of an object, those of objects written out within it included. A named schema is not
 * opened: its type links to where it stands.
 */
export function fieldsOf(schema: JsonSchema, within = ''): SchemaField[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, property]) => {
    if (typeof property === 'boolean') return [];
    const name = within + key;
    const isRequired = schema.required?.includes(key) ?? false;
    const inner = property.type === 'array' ? itemsOf(property) : property;
    const field = { name, type: typeOf(property), isRequired, text: textOf(property) };
    const more = property.type === 'array' ? `${name}[].` : `${name}.`;
    return [field, ...(inner ? fieldsOf(inner, more) : [])];
  });
}

/** A type in words: links for named schemas, values where there are only some. */
export function typeOf(schema: JsonSchema): string {
  const named = refName(schema);
  if (named !== null) return `[${named}](${SCHEMAS}#${slugOf(named)})`;
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  if (choices.length > 0) return [...new Set(choices.map(choiceOf))].join(' or ');
  if (schema.const !== undefined) return `\`${String(schema.const)}\``;
  if (schema.enum) return schema.enum.map((value) => `\`${String(value)}\``).join(', ');
  const items = itemsOf(schema);
  if (items) return `list of ${typeOf(items)}`;
  return [schema.type, schema.format].filter(Boolean).join(', ');
}

function choiceOf(choice: JsonSchema | boolean): string {
  return typeof choice === 'boolean' ? 'anything' : typeOf(choice);
}

function itemsOf({ items }: JsonSchema): JsonSchema | null {
  return typeof items === 'object' && !Array.isArray(items) ? items : null;
}

/** What a field is, and its bounds. */
function textOf(schema: JsonSchema): string {
  const { description = '', minimum, maximum, minLength, maxLength } = schema;
  const bounds = [
    rangeOf(minimum, maximum, ''),
    rangeOf(minLength, maxLength, ' characters'),
  ].filter(Boolean);
  return [description, ...bounds].join(' ').replaceAll('|', '\\|');
}

function rangeOf(from: number | undefined, to: number | undefined, unit: string): string {
  if (from !== undefined && to !== undefined) return `From ${from} to ${to}${unit}.`;
  if (from !== undefined) return `At least ${from}${unit}.`;
  return to === undefined ? '' : `At most ${to}${unit}.`;
}
