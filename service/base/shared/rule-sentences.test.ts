import { describe, expect, it } from 'vitest';
import { paramsOf, RULES } from '../../../contract/errors/refusal-rule.ts';
import { withParams } from './error-detail.ts';
import { RULES_IN_ENGLISH } from './rules-in-english.ts';
import { RULES_IN_PORTUGUESE } from './rules-in-portuguese.ts';

const LANGUAGES = [
  ['English', RULES_IN_ENGLISH],
  ['Portuguese', RULES_IN_PORTUGUESE],
] as const;

describe.each(LANGUAGES)('in %s', (_name, sentences) => {
  it.each(RULES)('%s is said with all of its parameters and no others', (rule) => {
    const places = [...sentences[rule].matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect([...new Set(places)].sort()).toEqual([...paramsOf(rule)].sort());
    const shown = Object.fromEntries(paramsOf(rule).map((name, index) => [name, 7_001 + index]));
    const said = withParams(sentences[rule], shown);
    for (const value of Object.values(shown)) expect(said).toContain(String(value));
    expect(said).not.toMatch(/[{}]/);
  });

  it('has no two rules that say the same', () => {
    const said = RULES.map((rule) => sentences[rule]);
    expect(new Set(said).size).toBe(said.length);
  });
});

it('follows the name of a field in English, and stands by itself in Portuguese', () => {
  for (const rule of RULES) {
    expect(RULES_IN_ENGLISH[rule]).toMatch(/^[a-z]/);
    expect(RULES_IN_PORTUGUESE[rule]).toMatch(/^[A-ZÉ{].*\.$/);
  }
});
