/** The languages of the dashboard, the first one where a browser asks for neither. */
export const LANGUAGES = ['pt-BR', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

type Said = string | readonly string[] | ((...about: never[]) => string);

/** Something that is said in both languages: `[Portuguese, English]`. */
type Pair = readonly [Said, Said];
type Pairs = Pair | { readonly [name: string]: Pairs };

type InOne<Words> = Words extends readonly [infer One, Said]
  ? One extends string
    ? string
    : One extends readonly string[]
      ? readonly string[]
      : One
  : { readonly [Name in keyof Words]: InOne<Words[Name]> };

type Paired<Words> = [Words] extends [Said]
  ? readonly [Words, Words]
  : { readonly [Name in keyof Words]: Paired<Words[Name]> };

export type InEach<Words> = Readonly<Record<Language, Words>>;

export function words<const Words extends Pairs>(pairs: Words): InEach<InOne<Words>>;
export function words<Words>(pairs: Paired<Words>): InEach<Words>;
export function words(pairs: Pairs): InEach<unknown> {
  return { 'pt-BR': inOne(pairs, 0), en: inOne(pairs, 1) };
}

const COMMON = {
  home: ['Início', 'Home'],
  payments: ['Pagamentos', 'Payments'],
  paymentPages: ['Páginas de pagamento', 'Payment pages'],
  payouts: ['Saques', 'Payouts'],
  newPayout: ['Novo saque', 'New payout'],
  balance: ['Saldo', 'Balance'],
  webhooks: ['Webhooks', 'Webhooks'],
  integration: ['Integração', 'Integration'],
  people: ['Pessoas', 'People'],
  audit: ['Auditoria', 'Audit'],
  companies: ['Contas', 'Companies'],
  system: ['Sistema', 'System'],
  passkeys: ['Chaves de acesso', 'Passkeys'],
  apiErrors: ['Erros da API', 'API errors'],
  account: ['Conta', 'Account'],
  company: ['Conta', 'Company'],
  state: ['Situação', 'State'],
  method: ['Meio', 'Method'],
  amount: ['Valor', 'Amount'],
  amountHint: ['Como 1.234,56.', 'Such as 1.234,56.'],
  wrongAmount: [
    'Informe um valor como 1.234,56, com centavos: 1.234 pode ser 1.234,00 ou 1,23.',
    'Give an amount such as 1.234,56, with centavos: 1.234 may be 1.234,00 or 1,23.',
  ],
  at: ['Quando', 'When'],
  what: ['O quê', 'What'],
  since: ['Desde', 'Since'],
  name: ['Nome', 'Name'],
  email: ['E-mail', 'E-mail'],
  provider: ['Provedor', 'Provider'],
  providers: ['Provedores, em ordem', 'Providers, in order'],
  order: ['Pedido', 'Order'],
  payin: ['Pagamento', 'Payment'],
  backToPayin: ['Voltar ao pagamento', 'Back to the payment'],
  customer: ['Comprador', 'Buyer'],
  payerDocument: ['CPF ou CNPJ', 'CPF or CNPJ'],
  address: ['Endereço', 'Address'],
  reference: ['Referência', 'Reference'],
  key: ['Chave', 'Key'],
  event: ['Evento', 'Event'],
  reason: ['Motivo', 'Reason'],
  outcome: ['Resultado', 'Outcome'],
  act: ['Ação', 'Act'],
  save: ['Salvar', 'Save'],
  remove: ['Remover', 'Remove'],
  haveCopied: ['Já copiei', 'I have copied it'],
  lastUsed: ['Último uso', 'Last used'],
  version: ['Versão', 'Version'],
  yes: ['Sim', 'Yes'],
  no: ['Não', 'No'],
  all: ['Todas', 'All'],
  filter: ['Filtrar', 'Filter'],
  clear: ['Limpar filtros', 'Clear filters'],
  changeFilters: [
    'Mude os filtros, ou limpe-os para ver todos.',
    'Change the filters, or clear them to see all.',
  ],
  exported: ['Baixar em CSV', 'Download as CSV'],
} as const;

type Named = { readonly [name: string]: Pairs };

export function pageWords<const Own extends Named>(
  own: Own,
): InEach<InOne<Omit<typeof COMMON, keyof Own> & Own>>;
export function pageWords(own: Named): InEach<unknown> {
  return words({ ...COMMON, ...own });
}

export function say(pair: readonly [string, string], language: Language): string {
  return pair[language === 'pt-BR' ? 0 : 1];
}

function inOne(pairs: Pairs, language: 0 | 1): unknown {
  if (isPair(pairs)) return pairs[language];
  return Object.fromEntries(
    Object.entries(pairs).map(([name, each]) => [name, inOne(each, language)]),
  );
}

function isPair(pairs: Pairs): pairs is Pair {
  return Array.isArray(pairs);
}

export function isLanguage(text: string | undefined): text is Language {
  return LANGUAGES.some((language) => language === text);
}

/** The one chosen before, else the first of the browser's (`Accept-Language`) that we have. */
export function languageFor(chosen: string | undefined, accepted: string | undefined): Language {
  if (isLanguage(chosen)) return chosen;
  for (const part of (accepted ?? '').split(',')) {
    const wanted = part.split(';')[0]?.trim().slice(0, 2).toLowerCase();
    const found = LANGUAGES.find((language) => language.slice(0, 2) === wanted);
    if (found !== undefined) return found;
  }
  return LANGUAGES[0];
}
