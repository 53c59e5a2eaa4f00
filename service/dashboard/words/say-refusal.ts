import type { ApiErrorCode, ErrorDetail } from '../../../contract/errors/api-error.ts';
import type { BrokenRule } from '../../../contract/errors/broken-rule.ts';
import { API_ERROR_GUIDES } from '../../../contract/errors/error-guide.ts';
import type { Rule } from '../../../contract/errors/refusal-rule.ts';
import { isRule } from '../../../contract/errors/refusal-rule.ts';
import type { ApiError } from '../../base/shared/api-error.ts';
import { withParams } from '../../base/shared/error-detail.ts';
import { RULES_IN_ENGLISH } from '../../base/shared/rules-in-english.ts';
import { RULES_IN_PORTUGUESE } from '../../base/shared/rules-in-portuguese.ts';
import { ALL_COMPANIES } from '../../providers/credentials.ts';
import type { InEach, Language } from './words.ts';
import { words } from './words.ts';

/** Rules in the dashboard's own words, where the general ones would send people to a command. */
const OWN_WORDS: { readonly [rule in Rule]?: Partial<InEach<string>> } = {
  required: { en: 'Fill in this field.' },
  one_of: { en: 'Choose one of these: {values}.' },
  unknown: { en: 'This does not exist.' },
  exists: {
    'pt-BR': 'Já há credenciais deste provedor para esta conta: troque os segredos delas.',
    en: 'There are credentials of this provider for this account already: rotate those.',
  },
  not_supported: { en: 'This provider cannot do this.' },
  provider_silent: { en: 'The provider gives no answer now. Try again.' },
  no_public_address: { en: 'The service does not know its own public address: set BASE_URL.' },
  routed: { en: 'It is in the route of {company} for {method}. Change that first.' },
  not_served: { en: '{provider} does not serve {method}.' },
  no_credentials: { en: 'There are no credentials of {provider} for {company}.' },
  nothing_new: { en: 'Give at least one new setting, or ask for a new address.' },
  route_without_3ds: {
    'pt-BR':
      '{provider} não autentica ninguém, e a conta {company} pede 3-D Secure antes do pedido: ' +
      'todo cartão seria recusado. Mude antes o 3-D Secure dela, em Cartões e recursos.',
    en:
      '{provider} authenticates nobody, and the account {company} asks for 3-D Secure before the ' +
      'order: every card would be refused. Change its 3-D Secure first, under Cards and ' +
      'capabilities.',
  },
  route_without_proof: {
    'pt-BR':
      '{provider} não aceita um 3-D Secure feito fora, e a conta {company} pode enviar o ' +
      'próprio: esses cartões seriam recusados. Mude isso antes, em Cartões e recursos.',
    en:
      '{provider} takes no 3-D Secure that was made elsewhere, and the account {company} may ' +
      'send its own: those cards would be refused. Change that first, under Cards and ' +
      'capabilities.',
  },
  cards_without_3ds: {
    en:
      'The cards of {company} go to {provider}, which authenticates nobody: every one would be ' +
      'refused. Change the route of its cards first.',
  },
  cards_without_proof: {
    en:
      'The cards of {company} go to {provider}, which takes no 3-D Secure made elsewhere: those ' +
      'cards would be refused. Change the route of its cards first.',
  },
};

/** Codes of refusals that name no rule, where what the documentation says of them would not fit. */
const OWN_CODES: { readonly [code in ApiErrorCode]?: InEach<string> } = {
  IN_PROGRESS: {
    'pt-BR': 'Isto está mudando agora mesmo. Tente de novo em instantes.',
    en: 'This is being changed right now. Try again in a moment.',
  },
};

const EVERYBODY = words(['todas as contas', 'all accounts']);

export function sayRule({ rule, params = {} }: BrokenRule, language: Language): string {
  const own = OWN_WORDS[rule]?.[language];
  const shown =
    params.company === ALL_COMPANIES ? { ...params, company: EVERYBODY[language] } : params;
  if (own !== undefined) return withParams(own, shown);
  if (language !== 'en') return withParams(RULES_IN_PORTUGUESE[rule], shown);
  const said = withParams(RULES_IN_ENGLISH[rule], shown);
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}.`;
}

/** The same of a refusal that was kept, by an older release perhaps, which named no rules. */
export function sayKept(detail: ErrorDetail, language: Language): string {
  return isRule(detail.rule) ? sayRule(detail, language) : detail.message;
}

export function whyRefused({ code, details }: ApiError, language: Language): string {
  if (details.length > 0) return details.map((one) => sayRule(one, language)).join(' ');
  const { cause } = API_ERROR_GUIDES[code];
  const said = OWN_CODES[code]?.[language] ?? (language === 'en' ? cause.en : cause.pt);
  return said.replaceAll('`', '');
}
