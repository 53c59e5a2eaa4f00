import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { BrokenRule } from '../../../contract/errors/broken-rule.ts';
import { broken, must, mustMatch } from '../../../contract/errors/broken-rule.ts';
import { brokenRuleOf } from './broken-rule-of.ts';

const WORDS = z.array(z.string()).check(z.minLength(2), z.maxLength(3));

it.each<[string, z.ZodMiniType, unknown, BrokenRule]>([
  ['nothing', z.string(), undefined, broken('required')],
  ['null for a choice', z.enum(['a', 'b']), null, broken('required')],
  ['nothing for one of two forms', z.union([z.string(), z.int()]), null, broken('required')],
  ['none of two forms', z.union([z.string(), z.int()]), true, broken('invalid')],
  ['an empty text', z.string().check(z.minLength(1)), '', broken('required')],
  ['a short text', z.string().check(z.minLength(3)), 'ab', broken('too_short', { min: 3 })],
  ['a long text', z.string().check(z.maxLength(1)), 'ab', broken('too_long', { max: 1 })],
  ['a short list', WORDS, ['a'], broken('too_few', { min: 2 })],
  ['a long list', WORDS, ['a', 'b', 'c', 'd'], broken('too_many', { max: 3 })],
  ['a small number', z.int().check(z.minimum(1)), 0, broken('too_small', { min: 1 })],
  ['a large number', z.number().check(z.maximum(9)), 10, broken('too_large', { max: 9 })],
  ['a part of one', z.int(), 1.5, broken('wrong_type', { expected: 'integer', given: 'number' })],
  ['a list for an object', z.object({}), [], wrongType('object', 'array')],
  ['a record that is text', z.record(z.string(), z.string()), 'a', wrongType('object', 'string')],
  ['no choice', z.enum(['a', 'b']), 'c', broken('one_of', { values: 'a, b' })],
  ['no e-mail address', z.email(), 'a', broken('format', { example: 'name@example.com' })],
  ['no moment', z.iso.datetime(), 'a', broken('format', { example: '2026-11-20T10:00:00Z' })],
  ['no URL', z.url(), 'a', broken('url', { schemes: 'http, https' })],
  ['a format of no rule', z.uuid(), 'a', broken('invalid')],
  ['a check of no rule', z.string().check(z.refine(() => false)), 'a', broken('invalid')],
  ['a check with a rule', z.string().check(must(() => false, 'cursor')), 'a', broken('cursor')],
  ['a pattern', z.string().check(...mustMatch(/^b/, 'url_host')), 'a', broken('url_host')],
])('%s breaks the rule that follows from it, once', (_what, schema, input, fault) => {
  const issues = schema.safeParse(input, { reportInput: true }).error?.issues ?? [];
  expect(issues.map(brokenRuleOf)).toEqual([fault]);
});

function wrongType(expected: string, given: string): BrokenRule {
  return broken('wrong_type', { expected, given });
}
