import { parseSync } from 'vite';
import type { Change, SyntaxNode } from './operators.ts';
import { isNode, OPERATORS } from './operators.ts';

/** One small fault in one file: where it stands, what it says, and the whole source with it. */
export type Mutant = { file: string; line: number; was: string; is: string; source: string };

/** All that can be made of what stands inside functions; tables of data are left as they are. */
export function mutantsOf(file: string, source: string): Mutant[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} does not parse`);
  const changes: Change[] = [];

  function visit(value: unknown, isInFunction: boolean): void {
    if (Array.isArray(value)) for (const one of value) visit(one, isInFunction);
    if (!isNode(value) || isType(value.type)) return;
    const isInside = isInFunction || IS_FUNCTION.test(value.type);
    if (isInside) {
      const read = ({ start, end }: { start: number; end: number }) => source.slice(start, end);
      changes.push(...(OPERATORS[value.type]?.(value, read) ?? []));
    }
    for (const [field, part] of Object.entries(value)) {
      if (isName(value, field)) continue;
      visit(part, isInside);
    }
  }

  visit(program, false);
  return changes.map(({ start, end, text }) => ({
    file,
    line: source.slice(0, start).split('\n').length,
    was: onOneLine(source.slice(start, end)),
    is: onOneLine(text),
    source: source.slice(0, start) + text + source.slice(end),
  }));
}

const IS_FUNCTION = /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/;

/** What is only said to the compiler; `as` and its like hold an expression, and are walked. */
function isType(type: string): boolean {
  return type.startsWith('TS') && !/^TS(As|Satisfies|NonNull)/.test(type);
}

/** Literals that name a field or a module, and are no values. */
function isName({ type, computed }: SyntaxNode, field: string): boolean {
  return (field === 'key' && computed === false) || (field === 'source' && /^Import/.test(type));
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}
