import * as z from 'zod/mini';
import type { ParamsArgument, Rule, RuleParams } from './refusal-rule.ts';

/** A rule that a value broke. Browsers carry this much of it, and no sentence. */
export type BrokenRule = { rule: Rule; params?: RuleParams };

/** The parameters of a custom issue of a schema: which rule was broken. */
export function broken<Name extends Rule>(
  rule: Name,
  ...[params]: ParamsArgument<Name>
): BrokenRule {
  return params === undefined ? { rule } : { rule, params };
}

/** A check of a schema that names its rule; those that follow it do not run where it is broken. */
export function must<Value, Name extends Rule>(
  isRight: (value: NoInfer<Value>) => boolean,
  rule: Name,
  ...params: ParamsArgument<Name>
): z.core.$ZodCheck<Value> {
  return z.refine(isRight, { abort: true, params: broken(rule, ...params) });
}

/** The same for a pattern, which stands in the API document as well. */
export function mustMatch<Name extends Rule>(
  pattern: RegExp,
  rule: Name,
  ...params: ParamsArgument<Name>
) {
  return [
    must<string, Name>((text) => pattern.test(text), rule, ...params),
    z.regex(pattern),
  ] as const;
}

/** A text that matches it. */
export function textMatching<Name extends Rule>(...match: Parameters<typeof mustMatch<Name>>) {
  return z.string().check(...mustMatch<Name>(...match));
}
