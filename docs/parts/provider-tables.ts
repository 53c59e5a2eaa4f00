import { PAYMENT_METHODS } from '../../contract/payments/payment-method.ts';
import type {
  PaymentStep,
  ProviderDefinition,
  ProviderSetting,
  RoutedMethod,
  Verified,
} from '../../service/providers/definition.ts';
import { PAYMENT_STEPS } from '../../service/providers/definition.ts';
import {
  findDefinition,
  lookUpBudget,
  PROVIDER_DEFINITIONS,
} from '../../service/providers/registry.ts';
import type { Language, Text } from '../language.ts';
import { table } from './markdown.ts';

const WORDS = {
  provider: { en: 'Provider', pt: 'Provedor' },
  name: { en: 'Name', pt: 'Nome' },
  method: { en: 'Method', pt: 'Meio' },
  methods: { en: 'Methods', pt: 'Meios' },
  noCall: { en: 'no call', pt: 'sem chamada' },
  verified: { en: '`verified`', pt: '`verified`' },
  lookUps: { en: 'Look-ups a minute', pt: 'Consultas por minuto' },
  option: { en: 'Option', pt: 'Opção' },
  required: { en: 'Required', pt: 'Obrigatória' },
  how: { en: 'How it is given', pt: 'Como informar' },
  what: { en: 'What it is', pt: 'O que é' },
  yes: { en: 'yes', pt: 'sim' },
  no: { en: 'no', pt: 'não' },
  path: { en: 'path of a file', pt: 'caminho de um arquivo' },
  secret: { en: 'secret: `@path` or `-`', pt: 'segredo: `@caminho` ou `-`' },
  value: { en: 'value', pt: 'valor' },
} satisfies { [name: string]: Text };

export function providerList(language: Language): string {
  const rows = PROVIDER_DEFINITIONS.map((one) => [
    one.title,
    `\`${one.name}\``,
    methodsOf(one, language),
    verifiedOf(one, language),
  ]);
  return table([WORDS.provider, WORDS.name, WORDS.methods, WORDS.verified], rows, language);
}

/** What may become of a payment at each provider by each method, and where there is no call for it. */
export function providerSteps(language: Language): string {
  const rows = PROVIDER_DEFINITIONS.flatMap(({ title, steps }) =>
    PAYMENT_METHODS.flatMap((method) => {
      const taken = steps[method];
      if (taken === undefined) return [];
      const cells = PAYMENT_STEPS.map(
        (step) => (taken.includes(step) ? WORDS.yes : WORDS.noCall)[language],
      );
      return [[title, ROUTED_METHOD_NAMES[method][language], ...cells]];
    }),
  );
  const columns = PAYMENT_STEPS.map((step) => STEP_NAMES[step]);
  return table([WORDS.provider, WORDS.method, ...columns], rows, language);
}

export function providerFacts(name: string, language: Language): string {
  const definition = requireDefinition(name);
  const row = [
    `\`${name}\``,
    methodsOf(definition, language),
    verifiedOf(definition, language),
    `${lookUpBudget(name)}`,
  ];
  const columns = [WORDS.name, WORDS.methods, WORDS.verified, WORDS.lookUps];
  return table(columns, [row], language);
}

export function providerSettings(name: string, language: Language): string {
  const rows = requireDefinition(name).settings.map((setting) => [
    `\`--${setting.name}\``,
    (setting.isRequired ? WORDS.yes : WORDS.no)[language],
    howToGive(setting)[language],
    escapeCell(setting.help[language]),
  ]);
  return table([WORDS.option, WORDS.required, WORDS.how, WORDS.what], rows, language);
}

/** The command that adds a provider, with whatever cannot be left out. */
export function providerCommand(name: string): string {
  const { settings } = requireDefinition(name);
  const options = toGive(settings).map((setting) => `--${setting.name} ${exampleOf(setting)}`);
  const lines = [
    'npm run -s operator -- provider add',
    `--company acme --provider ${name}`,
    ...options,
  ];
  return ['```bash', lines.join(' \\\n  '), '```'].join('\n');
}

/** A certificate comes in one of two forms, so neither is required: the one file is the shorter. */
function toGive(settings: readonly ProviderSetting[]): ProviderSetting[] {
  const firstFile = settings.find(({ isFile }) => isFile);
  return settings.filter((setting) => setting.isRequired || setting === firstFile);
}

function exampleOf({ name, isSecret, isFile = false }: ProviderSetting): string {
  if (isFile) return `${name}.p12`;
  return isSecret ? `@${name}.txt` : name.toUpperCase().replaceAll('-', '_');
}

function howToGive({ isSecret, isFile = false }: ProviderSetting): Text {
  if (isFile) return WORDS.path;
  return isSecret ? WORDS.secret : WORDS.value;
}

function methodsOf({ methods }: ProviderDefinition, language: Language): string {
  return methods.map((method) => ROUTED_METHOD_NAMES[method][language]).join(', ');
}

export function verifiedOf({ verified }: ProviderDefinition, language: Language): string {
  return `\`${verified}\`: ${VERIFIED[verified][language]}`;
}

function requireDefinition(name: string): ProviderDefinition {
  const definition = findDefinition(name);
  if (definition === null) throw new Error(`there is no provider named ${name}`);
  return definition;
}

/** `<name>` in a help is no tag, and `|` ends no cell. */
function escapeCell(text: string): string {
  return text.replaceAll('<', '&lt;').replaceAll('|', '\\|');
}

/** What a provider can be routed to, as buyers and operators call it. */
export const ROUTED_METHOD_NAMES: { readonly [method in RoutedMethod]: Text } = {
  CREDIT_CARD: { en: 'card', pt: 'cartão' },
  PIX: { en: 'PIX', pt: 'PIX' },
  BOLETO: { en: 'boleto', pt: 'boleto' },
  OPEN_FINANCE: { en: 'open finance', pt: 'open finance' },
  PAYOUT: { en: 'payout by PIX', pt: 'saque por PIX' },
};

const VERIFIED: { readonly [proof in Verified]: Text } = {
  'offline-contract': {
    en: 'held against documents; it never met the real party',
    pt: 'conferido com documentos; nunca falou com a instituição de verdade',
  },
  sandbox: {
    en: "tried in the party's own sandbox; no real money",
    pt: 'testado no sandbox da própria instituição; sem dinheiro de verdade',
  },
  production: { en: 'tried with real money', pt: 'testado com dinheiro de verdade' },
};

export const STEP_NAMES: { readonly [step in PaymentStep]: Text } = {
  paid: { en: 'paid', pt: 'pago' },
  cancelled: { en: 'cancelled', pt: 'cancelado' },
  refunded: { en: 'refunded', pt: 'reembolsado' },
  given_back: {
    en: "given back at the provider's pages",
    pt: 'reembolsado nas páginas do provedor',
  },
  med: { en: 'MED', pt: 'MED' },
  disputed: { en: 'charge-back', pt: 'chargeback' },
};
