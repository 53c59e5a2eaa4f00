import type * as z from 'zod/mini';
import { brokenRuleSchema } from '../../../contract/errors/api-error.ts';
import type { BrokenRule } from '../../../contract/errors/broken-rule.ts';
import { broken } from '../../../contract/errors/broken-rule.ts';

const EXAMPLES: { readonly [format: string]: string } = {
  email: 'name@example.com',
  datetime: '2026-11-20T10:00:00Z',
};

const NAMES: { readonly [type: string]: string } = { int: 'integer', record: 'object' };

/** Needs `reportInput`; of the input only its type is told. */
export function brokenRuleOf(issue: z.core.$ZodIssue): BrokenRule {
  switch (issue.code) {
    case 'custom':
      return brokenRuleSchema.safeParse(issue.params).data ?? broken('invalid');
    case 'invalid_type': {
      if (isMissing(issue.input)) return broken('required');
      const expected = NAMES[issue.expected] ?? issue.expected;
      const given = Array.isArray(issue.input) ? 'array' : typeof issue.input;
      return broken('wrong_type', { expected, given });
    }
    case 'invalid_value':
      if (isMissing(issue.input)) return broken('required');
      return broken('one_of', { values: issue.values.map(String).join(', ') });
    case 'too_small':
      return tooSmall(issue.origin, Number(issue.minimum));
    case 'too_big':
      return tooBig(issue.origin, Number(issue.maximum));
    case 'invalid_format': {
      if (issue.format === 'url') return broken('url', { schemes: 'http, https' });
      const example = EXAMPLES[issue.format];
      return example === undefined ? broken('invalid') : broken('format', { example });
    }
    default:
      return broken(isMissing(issue.input) ? 'required' : 'invalid');
  }
}

function tooSmall(origin: string, min: number): BrokenRule {
  switch (origin) {
    case 'string':
      return min === 1 ? broken('required') : broken('too_short', { min });
    case 'array':
      return broken('too_few', { min });
    default:
      return broken('too_small', { min });
  }
}

function tooBig(origin: string, max: number): BrokenRule {
  switch (origin) {
    case 'string':
      return broken('too_long', { max });
    case 'array':
      return broken('too_many', { max });
    default:
      return broken('too_large', { max });
  }
}

function isMissing(input: unknown): boolean {
  return input === undefined || input === null;
}
