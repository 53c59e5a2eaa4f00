import { API_RULES, isRule, OPERATOR_RULES, paramsOf } from '../../contract/errors/refusal-rule.ts';
import { RULES_IN_ENGLISH } from '../../service/base/shared/rules-in-english.ts';
import { RULES_IN_PORTUGUESE } from '../../service/base/shared/rules-in-portuguese.ts';
import type { Language } from '../language.ts';
import { table } from './table.ts';

const HEAD = [
  { en: 'Rule', pt: 'Regra' },
  { en: 'Parameters', pt: 'Parâmetros' },
  { en: 'In English', pt: 'Em inglês' },
  { en: 'In Portuguese', pt: 'Em português' },
];

export function ruleList(of: 'api' | 'operator', language: Language): string {
  const rules = Object.keys(of === 'api' ? API_RULES : OPERATOR_RULES).filter(isRule);
  const rows = rules.map((rule) => [
    `\`${rule}\``,
    paramsOf(rule)
      .map((name) => `\`${name}\``)
      .join(', '),
    RULES_IN_ENGLISH[rule],
    RULES_IN_PORTUGUESE[rule],
  ]);
  return table(HEAD, rows, language);
}
