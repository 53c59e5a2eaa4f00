import type { ParamsArgument, Rule } from '../../contract/errors/refusal-rule.ts';
import { ApiError, invalidField } from '../base/shared/api-error.ts';
import { errorDetail } from '../base/shared/error-detail.ts';

const MAX_DEPTH = 32;
const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** `keys`: of an object that is open; null for an array. `at`: the key or index that is read. */
type Open = { keys: Set<string> | null; at: string | number };

/**
 * What `JSON.parse` would let through, at any level: nesting beyond 32, a key twice (parsers
 * disagree on which one counts), keys that reach a prototype, a number rounded to a whole one. One
 * pass, linear time.
 */
export function checkJsonStructure(text: string): void {
  const open: Open[] = [];
  let index = 0;
  while (index < text.length) {
    const character = text.charAt(index);
    const inner = open.at(-1);
    if (character === '"') {
      const end = endOfString(text, index);
      if (inner?.keys && nextCharacter(text, end) === ':') {
        inner.at = addKey(inner.keys, text.slice(index, end));
      }
      index = end;
      continue;
    }
    if (character >= '0' && character <= '9') {
      NUMBER.lastIndex = index;
      const number = NUMBER.exec(text);
      if (number !== null && isRoundedToWhole(number)) {
        const expected = { expected: 'integer', given: 'number' };
        throw invalidField(pathOf(open), 'wrong_type', expected);
      }
      index = NUMBER.lastIndex;
      continue;
    }
    if (character === '{') open.push({ keys: new Set(), at: '' });
    else if (character === '[') open.push({ keys: null, at: 0 });
    else if (character === '}' || character === ']') open.pop();
    else if (character === ',' && typeof inner?.at === 'number') inner.at += 1;
    if (open.length > MAX_DEPTH) throw malformed('too_deep', { max: MAX_DEPTH });
    index += 1;
  }
}

/** Nothing where a key has other signs than the name of a field: it may hold anything. */
function pathOf(open: readonly Open[]): string {
  const isName = open.every(({ at }) => typeof at === 'number' || /^[a-z]{1,40}$/i.test(at));
  return isName ? open.map(({ at }) => at).join('.') : '';
}

/** Without its sign, which does not matter here. */
const NUMBER = /(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?/y;

/** True for `10000.00000000000000001`, not for `10000.0` or `1e4`. */
function isRoundedToWhole([number, whole = '', fraction = '', exponent = '0']: RegExpExecArray) {
  if (fraction + exponent === '0' || !Number.isInteger(Number(number))) return false;
  const digits = whole + fraction;
  let significant = digits.length;
  while (digits[significant - 1] === '0') significant -= 1;
  return significant > whole.length + Number(exponent);
}

function endOfString(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length && text[index] !== '"') index += text[index] === '\\' ? 2 : 1;
  return index + 1;
}

function nextCharacter(text: string, from: number): string | undefined {
  let index = from;
  while (index < text.length && ' \t\r\n'.includes(text.charAt(index))) index += 1;
  return text[index];
}

function addKey(keys: Set<string>, literal: string): string {
  const key = literal.includes('\\') ? decodeKey(literal) : literal.slice(1, -1);
  if (FORBIDDEN_KEYS.has(key)) throw malformed('forbidden_key');
  if (keys.has(key)) throw malformed('repeated_key');
  keys.add(key);
  return key;
}

function decodeKey(literal: string): string {
  try {
    return String(JSON.parse(literal));
  } catch {
    throw malformed('malformed');
  }
}

export function malformed<Name extends Rule>(
  rule: Name,
  ...params: ParamsArgument<Name>
): ApiError {
  return new ApiError('INVALID_DATA', 'The body is not valid JSON for this endpoint.', {
    details: [errorDetail('', rule, ...params)],
  });
}
