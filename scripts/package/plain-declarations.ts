import type { ESTree } from 'vite';
import { parseSync, Visitor } from 'vite';

type Edit = { start: number; end: number; text: string };

/** What a schema's type parameter says, by the schema's kind. */
const PRIMITIVES: { [kind: string]: string } = {
  String: 'string',
  Number: 'number',
  NumberFormat: 'number',
  Boolean: 'boolean',
};

/**
 * A declaration file as a merchant's compiler gets it: types inferred from schemas are written out
 * and the schemas themselves left away, so that nobody has to install the library they are made
 * with; imports name the files as they are published. Throws for a kind of schema it does not know.
 */
export function plainDeclarations(file: string, source: string): string {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} does not parse`);
  const schemas = readSchemas(program.body);
  const edits: Edit[] = [];

  program.body.forEach((statement, at) => {
    const isSchemas = schemasOf(statement).length > 0;
    if (!isSchemas && !isLibraryImport(statement)) return;
    // What is said of a schema is said of its type as well, where that follows at once.
    const next = program.body[at + 1];
    const isOfNext = schemasOf(statement).some(({ name }) => infers(next, source, name));
    const start = isOfNext ? statement.start : startOfComment(source, statement.start);
    edits.push({ start, end: statement.end + 1, text: '' });
  });

  new Visitor({
    TSTypeReference(node) {
      const name = inferredSchema(node);
      if (name === null || edits.some((edit) => isWithin(node, edit))) return;
      const schema = schemas.get(name);
      if (schema === undefined) throw new Error(`${file} infers from ${name}, which is elsewhere`);
      edits.push({ start: node.start, end: node.end, text: writeType(schema, source, file) });
    },
    ImportDeclaration: ({ source: from }) => publishName(from),
    ExportNamedDeclaration: ({ source: from }) => from && publishName(from),
    ExportAllDeclaration: ({ source: from }) => publishName(from),
    TSImportType: ({ source: from }) => publishName(from),
  }).visit(program);

  function publishName({ value, start, end }: ESTree.StringLiteral): void {
    if (!/^\.{1,2}\/.*\.ts$/.test(value)) return;
    edits.push({ start, end, text: `'${value.slice(0, -3)}.js'` });
  }

  const plain = edits
    .sort((one, other) => other.start - one.start)
    .reduce(
      (text, { start, end, text: by }) => text.slice(0, start) + by + text.slice(end),
      source,
    );
  if (/\bz\.|['"]zod\b/.test(plain)) throw new Error(`${file} still names a schema`);
  return plain;
}

type Schema = { name: string; type: ESTree.TSType };

function readSchemas(body: readonly ESTree.Node[]): Map<string, ESTree.TSType> {
  return new Map(body.flatMap(schemasOf).map(({ name, type }) => [name, type]));
}

/** The schemas a statement declares: `export declare const cardSchema: z.…`. */
function schemasOf(statement: ESTree.Node): Schema[] {
  const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  if (declared?.type !== 'VariableDeclaration') return [];
  return declared.declarations.flatMap(({ id }) => {
    const type = id.type === 'Identifier' ? id.typeAnnotation?.typeAnnotation : undefined;
    return id.type === 'Identifier' && type && kindOf(type) !== null
      ? [{ name: id.name, type }]
      : [];
  });
}

function isLibraryImport(statement: ESTree.Node): boolean {
  return statement.type === 'ImportDeclaration' && statement.source.value === 'zod/mini';
}

/** `Object` of `z.ZodMiniObject<…>` and of `z.core.$ZodObject<…>`; null for any other type. */
function kindOf(type: ESTree.TSType): string | null {
  if (type.type !== 'TSTypeReference' || type.typeName.type !== 'TSQualifiedName') return null;
  const { left, right } = type.typeName;
  const home = left.type === 'TSQualifiedName' && left.right.name === 'core' ? left.left : left;
  if (home.type !== 'Identifier' || home.name !== 'z') return null;
  return right.name.replace(/^(ZodMini|\$Zod)/, '');
}

/** `cardSchema` of `z.infer<typeof cardSchema>`. */
function inferredSchema(node: ESTree.TSTypeReference): string | null {
  if (kindOf(node) !== 'infer') return null;
  const [query] = node.typeArguments?.params ?? [];
  return query?.type === 'TSTypeQuery' && query.exprName.type === 'Identifier'
    ? query.exprName.name
    : null;
}

function infers(statement: ESTree.Node | undefined, source: string, name: string): boolean {
  if (statement === undefined) return false;
  return source.slice(statement.start, statement.end).includes(`= z.infer<typeof ${name}>`);
}

/** The plain type of what a schema lets through. */
function writeType(type: ESTree.TSType, source: string, file: string): string {
  const write = (inner: ESTree.TSType) => writeType(inner, source, file);
  const kind = kindOf(type);
  if (kind === null) throw new Error(`${file} holds a type where a schema is expected`);
  const primitive = PRIMITIVES[kind];
  if (primitive !== undefined) return primitive;
  const [of] = type.type === 'TSTypeReference' ? (type.typeArguments?.params ?? []) : [];
  if (of === undefined) throw new Error(`${file} holds a ${kind} of nothing`);
  switch (kind) {
    case 'Object':
      return writeObject(of, source, file);
    case 'Optional':
      return `${write(of)} | undefined`;
    case 'Nullable':
      return `${write(of)} | null`;
    case 'Array': {
      const item = write(of);
      return item.includes('|') ? `(${item})[]` : `${item}[]`;
    }
    case 'Custom':
    case 'Literal':
      return source.slice(of.start, of.end);
    case 'Enum':
      return propertiesOf(of)
        .map(({ value }) => source.slice(value.start, value.end))
        .join(' | ');
    case 'Union': {
      const list = of.type === 'TSTypeOperator' ? of.typeAnnotation : of;
      if (list.type !== 'TSTupleType') throw new Error(`${file} holds a union that is no list`);
      return list.elementTypes
        .flatMap((one) => ('elementType' in one || 'label' in one ? [] : [one]))
        .map((one) => write(toType(one, file)))
        .join(' | ');
    }
    default:
      throw new Error(`${file} holds a ${kind}, which is not known here`);
  }
}

function writeObject(shape: ESTree.TSType, source: string, file: string): string {
  const lines = propertiesOf(shape).map(({ key, value }) => {
    const mark = kindOf(value) === 'Optional' ? '?' : '';
    return `${source.slice(key.start, key.end)}${mark}: ${writeType(value, source, file)};`;
  });
  return lines.length === 0 ? 'Record<string, never>' : `{ ${lines.join(' ')} }`;
}

function propertiesOf(shape: ESTree.TSType): { key: ESTree.Node; value: ESTree.TSType }[] {
  if (shape.type !== 'TSTypeLiteral') throw new Error('the shape of a schema is no object type');
  return shape.members.flatMap((member) =>
    member.type === 'TSPropertySignature' && member.typeAnnotation
      ? [{ key: member.key, value: member.typeAnnotation.typeAnnotation }]
      : [],
  );
}

function toType(element: ESTree.TSTupleElement, file: string): ESTree.TSType {
  if (element.type === 'TSOptionalType' || element.type === 'TSRestType') {
    throw new Error(`${file} holds a union with an open end`);
  }
  return element;
}

function isWithin(node: ESTree.Span, edit: Edit): boolean {
  return node.start >= edit.start && node.end <= edit.end;
}

/** Where the comment directly above `at` begins; `at` itself where there is none. */
function startOfComment(source: string, at: number): number {
  const above = source.slice(0, at);
  return above.endsWith('*/\n') ? above.lastIndexOf('/**') : at;
}
