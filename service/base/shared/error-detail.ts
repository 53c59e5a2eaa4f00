import type { ErrorDetail } from '../../../contract/errors/api-error.ts';
import type { BrokenRule } from '../../../contract/errors/broken-rule.ts';
import { broken } from '../../../contract/errors/broken-rule.ts';
import type { ParamsArgument, Rule, RuleParams } from '../../../contract/errors/refusal-rule.ts';
import { RULES_IN_ENGLISH } from './rules-in-english.ts';

export function errorDetail<Name extends Rule>(
  path: string,
  rule: Name,
  ...params: ParamsArgument<Name>
): ErrorDetail {
  return toDetail(path, broken(rule, ...params));
}

export function toDetail(path: string, fault: BrokenRule): ErrorDetail {
  return { path, ...fault, message: inEnglish(fault) };
}

export function inEnglish({ rule, params }: BrokenRule): string {
  return withParams(RULES_IN_ENGLISH[rule], params);
}

export function withParams(sentence: string, params: RuleParams = {}): string {
  return sentence.replace(/\{(\w+)\}/g, (place, name: string) => String(params[name] ?? place));
}
