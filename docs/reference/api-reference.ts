import type {
  Content,
  JsonSchema,
  OpenApiDocument,
  OperationObject,
  Parameter,
} from '../../service/api-document/open-api.ts';
import type { Language } from '../language.ts';
import { fieldsOf, SCHEMAS, type SchemaField, typeOf } from './schema-fields.ts';

type Call = { method: string; path: string; operation: OperationObject };

/** The calls and events of the API as Markdown, by subject. */
export function apiCalls(document: OpenApiDocument, language: Language): string {
  const calls = callsOf(document.paths);
  const subjects = document.tags.map(({ name, description }) =>
    [
      `## ${name}`,
      description,
      ...calls.filter(({ operation }) => operation.tags.includes(name)).map(callText),
    ].join('\n\n'),
  );
  const events = callsOf(document.webhooks).map(callText);
  const { description } = document.info;
  const parts = [description, keysText(document), ...subjects, '## Events', ...events];
  return parts.join('\n\n').replaceAll(SCHEMAS, `/${language}/api-schemas/`);
}

/** The named schemas as Markdown. */
export function apiSchemas(document: OpenApiDocument): string {
  const schemas = Object.entries(document.components.schemas);
  return schemas.map(schemaText).join('\n\n').replaceAll(SCHEMAS, '');
}

function callsOf(paths: OpenApiDocument['paths']): Call[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );
}

function keysText({ components }: OpenApiDocument): string {
  const rows = Object.entries(components.securitySchemes).map(([name, { description }]) => [
    `\`${name}\``,
    description,
  ]);
  return ['## Keys', table(['Name', 'What'], rows)].join('\n\n');
}

function callText({ method, path, operation }: Call): string {
  const { summary, description, security, parameters = [], requestBody, responses } = operation;
  const keys = security.map((set) => Object.keys(set).join(' with ')).join(', or ');
  return [
    `### \`${method} ${path}\``,
    `**${summary}.** ${description ?? ''}`,
    `Key: ${keys === '' ? 'none' : keys}.`,
    ...(parameters.length > 0 ? [parameterTable(parameters)] : []),
    ...(requestBody ? ['Body:', ...bodyText(requestBody.content)] : []),
    table(
      ['Status', 'What', 'Body'],
      Object.entries(responses).map(([status, { description: what, content }]) => [
        status,
        oneLine(what),
        content ? Object.entries(content).map(contentType).join(', ') : '',
      ]),
    ),
    ...exampleText(
      'Answer',
      Object.values(responses).map(({ content }) => content),
    ),
  ].join('\n\n');
}

function parameterTable(parameters: readonly Parameter[]): string {
  return table(
    ['Parameter', 'In', 'Type', 'What'],
    parameters.map(({ name, in: place, required, description, schema }) => [
      `\`${name}\`${required ? ' (required)' : ''}`,
      place,
      typeOf(schema),
      oneLine(description),
    ]),
  );
}

function bodyText(content: Content): string[] {
  const schemas = Object.values(content).flatMap(({ schema }) => (schema ? [schema] : []));
  return [...schemas.map(inlineSchema), ...exampleText('Request', [content])];
}

function inlineSchema(schema: JsonSchema): string {
  const fields = fieldsOf(schema);
  return fields.length > 0 ? fieldTable(fields) : typeOf(schema);
}

/** What kind of body: the schema of JSON, else the type. */
function contentType([type, { schema }]: [string, Content[string]]): string {
  if (type !== 'application/json' || !schema) return `\`${type}\``;
  const named = schema.allOf?.[0] ?? schema;
  return typeof named === 'boolean' ? '' : typeOf(named);
}

/** The first example there is: the rest of them are in the document itself. */
function exampleText(word: string, contents: readonly (Content | undefined)[]): string[] {
  for (const content of contents) {
    for (const { examples } of Object.values(content ?? {})) {
      const [example] = Object.values(examples ?? {});
      if (!example) continue;
      const json = JSON.stringify(example.value, null, 2);
      return [`\`\`\`json ${word}: ${example.summary}\n${json}\n\`\`\``];
    }
  }
  return [];
}

function schemaText([name, schema]: [string, JsonSchema]): string {
  const fields = fieldsOf(schema);
  const shape = fields.length > 0 ? fieldTable(fields) : typeOf(schema);
  return [`## ${name}`, schema.description ?? '', shape].join('\n\n');
}

function fieldTable(fields: readonly SchemaField[]): string {
  return table(
    ['Field', 'Type', 'What'],
    fields.map(({ name, type, isRequired, text }) => [
      `\`${name}\`${isRequired ? '' : ' (optional)'}`,
      type,
      oneLine(text),
    ]),
  );
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}
