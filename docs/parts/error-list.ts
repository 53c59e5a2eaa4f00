import { API_ERROR_CODES, API_ERRORS } from '../../contract/errors/api-error.ts';
import type {
  CheckoutErrorCode,
  CheckoutErrorType,
} from '../../contract/errors/checkout-error-code.ts';
import {
  classOf,
  isCheckoutErrorCode,
  userMessage,
} from '../../contract/errors/checkout-error-code.ts';
import { API_ERROR_GUIDES, CHECKOUT_ERROR_GUIDES } from '../../contract/errors/error-guide.ts';
import { API_RULES, isRule, OPERATOR_RULES, paramsOf } from '../../contract/errors/refusal-rule.ts';
import { RULES_IN_ENGLISH } from '../../service/base/shared/rules-in-english.ts';
import { RULES_IN_PORTUGUESE } from '../../service/base/shared/rules-in-portuguese.ts';
import type { Language, Text } from '../language.ts';
import { LANGUAGE_TAGS } from '../language.ts';
import { createMarkdown, table } from './markdown.ts';

const markdown = createMarkdown();

const WORDS = {
  code: { en: 'Code and status', pt: 'Código e status' },
  cause: { en: 'Cause', pt: 'Causa' },
  buyer: { en: 'The buyer reads', pt: 'O comprador lê' },
  action: { en: 'What to do', pt: 'O que fazer' },
  reproduce: { en: 'How to reproduce', pt: 'Como reproduzir' },
  who: { en: 'Who can act', pt: 'Quem pode agir' },
  again: { en: 'Same call again', pt: 'Repetir a chamada' },
  may: { en: 'may succeed', pt: 'pode dar certo' },
  fails: { en: 'fails again', pt: 'falha de novo' },
  rule: { en: 'Rule', pt: 'Regra' },
  parameters: { en: 'Parameters', pt: 'Parâmetros' },
  inEnglish: { en: 'In English', pt: 'Em inglês' },
  inPortuguese: { en: 'In Portuguese', pt: 'Em português' },
} satisfies { [name: string]: Text };

const WHO: { [type in CheckoutErrorType]: Text } = {
  merchant: { en: 'you', pt: 'você' },
  customer: { en: 'the buyer', pt: 'o comprador' },
  network: { en: 'those who run the network', pt: 'quem cuida da rede' },
  provider: { en: 'the provider', pt: 'o provedor' },
  internal: { en: 'we', pt: 'nós' },
};

/** As Markdown; class and text come from the sdk itself. */
export function checkoutErrors(language: Language): string {
  return Object.keys(CHECKOUT_ERROR_GUIDES)
    .filter(isCheckoutErrorCode)
    .map((code) => checkoutError(code, language))
    .join('\n');
}

function checkoutError(code: CheckoutErrorCode, language: Language): string {
  const { type, retryable } = classOf(code);
  const { cause, action, reproduce } = CHECKOUT_ERROR_GUIDES[code];
  return entry(code, [
    [WORDS.cause[language], cause[language]],
    [WORDS.buyer[language], userMessage(code, LANGUAGE_TAGS[language])],
    [WORDS.action[language], action[language]],
    [WORDS.reproduce[language], reproduce[language]],
    [WORDS.who[language], `${WHO[type][language]} (\`${type}\`)`],
    [WORDS.again[language], (retryable ? WORDS.may : WORDS.fails)[language]],
  ]);
}

export function serviceErrors(language: Language): string {
  const rows = API_ERROR_CODES.map((code) => {
    const { cause, action, reproduce } = API_ERROR_GUIDES[code];
    return [
      `\`${code}\` ${API_ERRORS[code].status}`,
      ...[cause, action, reproduce].map((text) => text[language]),
    ];
  });
  return table([WORDS.code, WORDS.cause, WORDS.action, WORDS.reproduce], rows, language);
}

function entry(code: string, facts: readonly (readonly [string, string])[]): string {
  const list = facts.map(([name, text]) => {
    return `<dt>${name}</dt><dd>${markdown.renderInline(text)}</dd>`;
  });
  return `### \`${code}\`\n\n<dl class="facts">${list.join('')}</dl>\n`;
}

export function ruleList(of: 'api' | 'operator', language: Language): string {
  const rules = Object.keys(of === 'api' ? API_RULES : OPERATOR_RULES).filter(isRule);
  const rows = rules.map((rule) => {
    const params = paramsOf(rule).map((name) => `\`${name}\``);
    return [`\`${rule}\``, params.join(', '), RULES_IN_ENGLISH[rule], RULES_IN_PORTUGUESE[rule]];
  });
  const { rule, parameters, inEnglish, inPortuguese } = WORDS;
  return table([rule, parameters, inEnglish, inPortuguese], rows, language);
}
