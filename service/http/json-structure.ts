import type { ParamsArgument, Rule } from '../../contract/refusal-rule.ts';
import { ApiError } from '../base/shared/api-error.ts';
import { errorDetail } from '../base/shared/error-detail.ts';

const MAX_DEPTH = 32;
const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Refuses what `JSON.parse` would let through: nesting beyond 32 levels, a key twice in one object
 * (parsers disagree on which one counts) and keys that reach a prototype, at any level. One pass,
 * linear time. Anything else about the syntax is left to `JSON.parse`.
 */
export function checkJsonStructure(text: string): void {
  // The keys of every open object; null stands for an array.
  const open: (Set<string> | null)[] = [];
  let index = 0;
  while (index < text.length) {
    const character = text[index];
    if (character === '"') {
      const end = endOfString(text, index);
      const keys = open.at(-1);
      if (keys && nextCharacter(text, end) === ':') addKey(keys, text.slice(index, end));
      index = end;
      continue;
    }
    if (character === '{' || character === '[') {
      open.push(character === '{' ? new Set() : null);
      if (open.length > MAX_DEPTH) throw malformed('too_deep', { max: MAX_DEPTH });
    } else if (character === '}' || character === ']') {
      open.pop();
    }
    index += 1;
  }
}

/** Index after the closing quote, or the end of the text where there is none. */
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

function addKey(keys: Set<string>, literal: string): void {
  const key = literal.includes('\\') ? decodeKey(literal) : literal.slice(1, -1);
  if (FORBIDDEN_KEYS.has(key)) throw malformed('forbidden_key');
  if (keys.has(key)) throw malformed('repeated_key');
  keys.add(key);
}

function decodeKey(literal: string): string {
  try {
    return String(JSON.parse(literal));
  } catch {
    throw malformed('malformed');
  }
}

/** 400 for a body that is not the JSON object we read. */
export function malformed<Name extends Rule>(
  rule: Name,
  ...params: ParamsArgument<Name>
): ApiError {
  return new ApiError('INVALID_DATA', 'The body is not valid JSON for this endpoint.', {
    details: [errorDetail('', rule, ...params)],
  });
}
