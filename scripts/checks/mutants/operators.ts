/** A node of the parser's tree, whose own fields hang on its type. */
export type SyntaxNode = { type: string; start: number; end: number; [field: string]: unknown };

export type Change = { start: number; end: number; text: string };

type Read = (node: SyntaxNode) => string;

/** The small faults that a node of this type may hold, by what a person gets wrong there. */
export const OPERATORS: Readonly<Record<string, (node: SyntaxNode, read: Read) => Change[]>> = {
  IfStatement: negateTest,
  WhileStatement: negateTest,
  ConditionalExpression: negateTest,
  BinaryExpression: otherOperator,
  LogicalExpression: otherOperator,
  AssignmentExpression: otherOperator,
  UpdateExpression: otherOperator,
  Literal: otherLiteral,
  ThrowStatement: leaveOut,
  ExpressionStatement: leaveOutCall,
  AssignmentPattern: leaveOutDefault,
};

const OTHER_OPERATOR: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '+=': '-=',
  '-=': '+=',
  '++': '--',
  '--': '++',
};

function otherOperator(node: SyntaxNode, read: Read): Change[] {
  const { start, end, operator } = node;
  const [left, right] = [child(node, 'left'), child(node, 'right')];
  if (left === null || right === null) {
    const text = read(node).replace(String(operator), (found) => OTHER_OPERATOR[found] ?? found);
    return [{ start, end, text }];
  }
  if (operator === '??') return [{ start, end, text: `(${read(left)})` }];
  const other = OTHER_OPERATOR[String(operator)];
  if (other === undefined || (operator === '+' && [left, right].some(isText))) return [];
  const isLogical = node.type === 'LogicalExpression';
  const text = isLogical
    ? `((${read(left)}) ${other} (${read(right)}))`
    : `${read(left)} ${other} ${read(right)}`;
  return [{ start, end, text }];
}

/** Another operator is the negation of an equality already. */
function negateTest(node: SyntaxNode, read: Read): Change[] {
  const test = child(node, 'test');
  if (test === null || test.operator === '===' || test.operator === '!==') return [];
  return [{ start: test.start, end: test.end, text: `!(${read(test)})` }];
}

/** Sentences are for people and no code hangs on them, so they stay. */
function otherLiteral({ start, end, value }: SyntaxNode): Change[] {
  if (typeof value === 'boolean') return [{ start, end, text: String(!value) }];
  if (typeof value === 'number') return [{ start, end, text: String(value + 1) }];
  if (typeof value !== 'string' || /\S\s+\S/.test(value)) return [];
  return [{ start, end, text: value === '' ? "'mutant'" : "''" }];
}

function leaveOut({ start, end }: SyntaxNode): Change[] {
  return [{ start, end, text: ';' }];
}

function leaveOutCall(node: SyntaxNode): Change[] {
  let expression = child(node, 'expression');
  while (expression?.type === 'AwaitExpression' || expression?.operator === 'void') {
    expression = child(expression, 'argument');
  }
  return expression?.type === 'CallExpression' ? leaveOut(node) : [];
}

/** A literal that is the default is changed as one. */
function leaveOutDefault(node: SyntaxNode): Change[] {
  const right = child(node, 'right');
  if (right === null || right.type === 'Literal') return [];
  return [{ start: right.start, end: right.end, text: 'undefined' }];
}

/** Text is joined by a plus that no minus can stand for. */
function isText({ type, value }: SyntaxNode): boolean {
  return type === 'TemplateLiteral' || typeof value === 'string';
}

function child(node: SyntaxNode, field: string): SyntaxNode | null {
  const value = node[field];
  return isNode(value) ? value : null;
}

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}
