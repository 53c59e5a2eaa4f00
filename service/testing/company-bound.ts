import { parseSync } from 'vite';

/**
 * Reads the SQL of the stores for a test: which tables of companies a statement touches without
 * being bound to one company by `company_id = $1`: what is equal to a bound column is not bound. It
 * knows the SQL of this folder, not all there is, and takes what it does not understand for unbound.
 */

/** The SQL texts of a source file, constants of the file put in; other insertions become `?`. */
export function sqlTextsOf(file: string, source: string): string[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} does not parse`);
  const constants = new Map<string, string>();
  const found: string[] = [];

  function visit(node: unknown): void {
    if (typeof node !== 'object' || node === null) return;
    if (isDeclarator(node)) {
      const text = textOf(node.init, constants);
      if (text !== null) constants.set(node.id.name, text);
    }
    const text = textOf(node, constants);
    if (text !== null && /\b(SELECT|FROM|INTO|UPDATE|JOIN)\b/.test(text)) found.push(text);
    Object.values(node).forEach(visit);
  }

  visit(program);
  return found;
}

/** The tables among `tables` that the SQL touches without `company_id`, each time it does. */
export function unboundTables(sql: string, tables: readonly string[]): string[] {
  return blocksOf(sql.replace(/'[^']*'/g, "''")).flatMap((block) =>
    mentionsOf(block.own, tables)
      .filter((mention) => !isBound(mention, block))
      .map(({ table }) => table),
  );
}

/**
 * What a distributed engine refuses wherever it stands, or hands to no single machine: subqueries
 * among the values of an insert or in its `DO UPDATE`, sums of times there, calls there or in `CASE`
 * and `COALESCE` that build JSON, a recursion over the tables `sharded`, a `CASE` of one operand,
 * whose values become null where its text is written anew for a machine. An element of an array in
 * `DO UPDATE` ends the server itself.
 */
export function refusedForms(sql: string, sharded: readonly string[]): string[] {
  const plain = sql.replace(/'[^']*'/g, "''");
  const blocks = blocksOf(plain).filter(({ whole }) => whole !== plain);
  const doUpdate = plain.match(/\bDO UPDATE\b[\s\S]*$/)?.[0] ?? '';
  const cases = plain.match(/\bCASE\b[\s\S]*?\bEND\b/g) ?? [];
  const values = plain.match(/\bVALUES\b[\s\S]*?(?=\bON CONFLICT\b|\bRETURNING\b|$)/g) ?? [];
  const coalesced = blocks
    .map(({ whole }) => whole)
    .filter((whole) => new RegExp(`\\bcoalesce\\(${escaped(whole)}`, 'i').test(plain));
  const builds = /\bjsonb?_build_/;
  const isRecursive = /\bWITH RECURSIVE\b/.test(plain);
  return [
    ...(values.some((text) => /\bSELECT\b/.test(text)) ? ['subquery in VALUES'] : []),
    ...(/\bSELECT\b/.test(doUpdate) ? ['subquery in DO UPDATE'] : []),
    ...(/\b(?:make_)?interval\b/.test(doUpdate) ? ['sum of times in DO UPDATE'] : []),
    ...([doUpdate, ...cases, ...coalesced].some((text) => builds.test(text)) ? ['JSON built'] : []),
    ...(/[)\]\w]\[/.test(doUpdate) ? ['element in DO UPDATE'] : []),
    ...(/\bCASE\s+(?!WHEN\b|\?)/.test(plain) ? ['CASE of one operand'] : []),
    ...(isRecursive && mentionsOf(plain, sharded).length > 0 ? ['recursion'] : []),
  ];
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** A pair of parentheses, or the whole: with (`whole`) and without (`own`) what is inside others. */
type Block = { own: string; whole: string };

function blocksOf(sql: string): Block[] {
  const open: Block[] = [{ own: '', whole: '' }];
  const closed: Block[] = [];
  for (const character of sql) {
    for (const block of open) block.whole += character;
    const inner = open.at(-1);
    if (inner === undefined) return [];
    if (character === '(') {
      inner.own += '(';
      open.push({ own: '', whole: '' });
    } else if (character === ')') {
      closed.push(inner);
      open.pop();
      const outer = open.at(-1);
      if (outer !== undefined) outer.own += ')';
    } else {
      inner.own += character;
    }
  }
  // Each arm of a union has conditions of its own.
  return [...closed, ...open].flatMap(({ own, whole }) =>
    own.split(/\bUNION\b/).map((arm) => ({ own: arm, whole })),
  );
}

type Mention = { table: string; by: string; alias: string };

const NO_ALIAS = 'WHERE|SET|ON|GROUP|ORDER|LIMIT|JOIN|LEFT|CROSS|FULL|USING|VALUES|SELECT|FOR';

function mentionsOf(own: string, tables: readonly string[]): Mention[] {
  return tables.flatMap((table) => {
    const mention = new RegExp(
      `(\\w*)\\s+${table}\\b(?!\\.)(?:\\s+(?:AS\\s+)?(?!(?:${NO_ALIAS})\\b)(\\w+))?`,
      'g',
    );
    return [...` ${own}`.matchAll(mention)].map(([, by = '', alias = table]) => ({
      table,
      by,
      alias,
    }));
  });
}

function isBound({ table, by, alias }: Mention, { own, whole }: Block): boolean {
  if (by === 'INTO') {
    const inserted = `INTO ${table}\\s*\\(\\s*company_id\\b[^)]*\\)\\s*(VALUES\\s*\\(|SELECT)\\s*\\$1\\b`;
    const isConflictKept = !/ON CONFLICT \((?!company_id\b)/.test(whole);
    return new RegExp(inserted).test(whole) && isConflictKept;
  }
  if (by !== 'FROM' && by !== 'JOIN' && by !== 'UPDATE') return false;
  // A condition beside an OR does not bind; one inside parentheses of its own is none of this block.
  const conditions = own.replace(/\b(GROUP|ORDER) BY[\s\S]*$/, '');
  if (/\bOR\b/.test(conditions)) return false;
  const isAlone = (conditions.match(/\b(FROM|JOIN|UPDATE)\s+\w/g) ?? []).length === 1;
  const named = `\\b${alias}\\.company_id`;
  const ways = [`${named} = \\$1\\b`];
  if (isAlone) ways.push('(?<![.\\w])company_id = \\$1\\b');
  return new RegExp(ways.join('|')).test(conditions);
}

type Node = { type?: unknown };
type Declarator = Node & { id: { name: string }; init: unknown };

function isDeclarator(node: object): node is Declarator {
  if (!('type' in node) || node.type !== 'VariableDeclarator' || !('id' in node)) return false;
  const { id } = node;
  return typeof id === 'object' && id !== null && 'name' in id && typeof id.name === 'string';
}

/** The text of a string or template; null for any other node. */
function textOf(node: unknown, constants: ReadonlyMap<string, string>): string | null {
  if (typeof node !== 'object' || node === null || !('type' in node)) return null;
  if (node.type === 'Literal' && 'value' in node) {
    return typeof node.value === 'string' ? node.value : null;
  }
  if (node.type !== 'TemplateLiteral' || !('quasis' in node) || !('expressions' in node)) {
    return null;
  }
  const { quasis, expressions } = node;
  if (!Array.isArray(quasis) || !Array.isArray(expressions)) return null;
  return quasis
    .map((part, index) => `${part.value.cooked}${insertionOf(expressions[index], constants)}`)
    .join('');
}

function insertionOf(expression: unknown, constants: ReadonlyMap<string, string>): string {
  if (expression === undefined) return '';
  if (typeof expression !== 'object' || expression === null) return '?';
  if ('name' in expression) return constants.get(String(expression.name)) ?? '?';
  // `raw(LISTED)`, which is text; of a statement's values only `first` have numbers of their own.
  if ('arguments' in expression && Array.isArray(expression.arguments)) {
    const isRaw = 'callee' in expression && nameOf(expression.callee) === 'raw';
    return isRaw ? insertionOf(expression.arguments[0], constants) : '?';
  }
  if ('property' in expression) return OF_COLUMNS[nameOf(expression.property)] ?? '?';
  return '?';
}

/** What `columnsOf` gives begins like this: it refuses columns that the company does not lead. */
const OF_COLUMNS: Readonly<Record<string, string>> = {
  names: 'company_id, ?',
  parameters: '$1, ?',
};

function nameOf(property: unknown): string {
  if (typeof property !== 'object' || property === null || !('name' in property)) return '';
  return String(property.name);
}
