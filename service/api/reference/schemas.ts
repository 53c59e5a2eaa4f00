import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import type { FieldNote } from './field-notes.ts';
import { FIELD_NOTES } from './field-notes.ts';
import type { JsonSchema } from './open-api.ts';
import { schemaRef } from './open-api.ts';
import { PAYIN_REQUESTS, REQUEST_SCHEMAS } from './request-schemas.ts';
import { RESPONSE_SCHEMAS } from './response-schemas.ts';
import { SCHEMA_NOTES } from './schema-notes.ts';

/** Every named schema of the document, generated from those the service parses and types by. */
export function namedSchemas(): { [name: string]: JsonSchema } {
  const requests = toJsonSchemas(REQUEST_SCHEMAS, 'input');
  const responses = toJsonSchemas(RESPONSE_SCHEMAS, 'output');
  for (const name of Object.keys(requests)) {
    if (name in responses && !isDeepStrictEqual(requests[name], responses[name])) {
      throw new Error(`${name} is not the same in requests and in answers`);
    }
  }
  return sorted({
    ...responses,
    ...requests,
    PayinRequest: {
      description: SCHEMA_NOTES.PayinRequest ?? '',
      oneOf: Object.values(PAYIN_REQUESTS).map(schemaRef),
      discriminator: {
        propertyName: 'paymentMethod',
        mapping: Object.fromEntries(
          Object.entries(PAYIN_REQUESTS).map(([method, name]) => [
            method,
            `#/components/schemas/${name}`,
          ]),
        ),
      },
    },
  });
}

export function schemasUsedBy(
  users: unknown,
  schemas: { readonly [name: string]: JsonSchema },
): { [name: string]: JsonSchema } {
  const used = new Set<string>();
  const waiting = [users];
  while (waiting.length > 0) {
    const text = JSON.stringify(waiting.pop());
    for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (!used.has(name)) waiting.push(schemas[name]);
      used.add(name);
    }
  }
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)));
}

function toJsonSchemas(
  schemas: { readonly [name: string]: z.core.$ZodType },
  io: 'input' | 'output',
): { [name: string]: JsonSchema } {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id });
  const generated = z.toJSONSchema(registry, {
    io,
    uri: (id) => `#/components/schemas/${id}`,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      // What must not be there at all, such as the token of a card in the clear.
      if (zodSchema._zod.def.type === 'undefined') jsonSchema.not = {};
      // Decision: answers may get more fields, so a reader of the document must not refuse them.
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  return Object.fromEntries(
    Object.entries(generated.schemas).map(([name, { $schema: _, $id: __, ...schema }]) => [
      name,
      { ...addNotes(schema, name), description: SCHEMA_NOTES[name] ?? '' },
    ]),
  );
}

/** Writes the notes beside the fields they are of. `path`: of the schema, from its name down. */
function addNotes(schema: JsonSchema, path: string): JsonSchema {
  const described = { ...schema };
  if (schema.properties !== undefined) {
    described.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([field, value]) => [
        field,
        typeof value === 'boolean'
          ? value
          : withNote(addNotes(value, `${path}.${field}`), noteOf(path, field)),
      ]),
    );
  }
  const { items } = schema;
  if (typeof items === 'object' && !Array.isArray(items)) {
    described.items = addNotes(items, path);
  }
  if (schema.anyOf !== undefined) {
    described.anyOf = schema.anyOf.map((branch) => addNotes(branch, path));
  }
  if (typeof schema.additionalProperties === 'object') {
    described.additionalProperties = addNotes(schema.additionalProperties, path);
  }
  return described;
}

function noteOf(path: string, field: string): FieldNote | undefined {
  return FIELD_NOTES[`${path}.${field}`] ?? FIELD_NOTES[field];
}

function withNote(schema: JsonSchema, note: FieldNote | undefined): JsonSchema {
  if (note === undefined) return schema;
  const [description, refinement = {}] = typeof note === 'string' ? [note] : note;
  // Nullable: what is refined is the branch that is not null.
  const branches = schema.anyOf;
  if (branches === undefined) return { ...schema, ...refinement, description };
  return {
    ...schema,
    anyOf: branches.map((branch) =>
      branch.type === 'null' ? branch : { ...branch, ...refinement },
    ),
    description,
  };
}

function sorted<Value>(record: { [name: string]: Value }): { [name: string]: Value } {
  return Object.fromEntries(
    Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}
