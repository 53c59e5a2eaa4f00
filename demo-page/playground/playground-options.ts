import type { CustomerInput } from '../../sdk/index.ts';
import type { ElementKind, Plain } from './playground-sdk.ts';

export const METHODS = ['CREDIT_CARD', 'PIX', 'BOLETO', 'OPEN_FINANCE'] as const;

export const LABELLED = { holderName: 'Nome', number: 'Número', expiry: 'Validade', cvv: 'CVV' };
type LabelledField = keyof typeof LABELLED;

/** A slider of pixels has the least and the most of them. */
export const VARIABLES = {
  colorPrimary: { title: 'Cor principal', type: 'color', value: '#0b62c4' },
  colorText: { title: 'Cor do texto', type: 'color', value: '#17212b' },
  colorBackground: { title: 'Cor do campo', type: 'color', value: '#ffffff' },
  borderRadius: { title: 'Cantos', type: 'range', min: '0', max: '28', value: '8' },
  fontSize: { title: 'Letra', type: 'range', min: '14', max: '22', value: '16' },
  spacing: { title: 'Espaço', type: 'range', min: '4', max: '32', value: '12' },
};
export type Variable = keyof typeof VARIABLES;

/**
 * What the visitor chose. `amount` in centavos. A variable or a label that is missing is the
 * element's own.
 */
export type PlaygroundOptions = {
  element: ElementKind;
  account: string;
  amount: number;
  installments: number;
  maxInstallments: number;
  locale: string;
  layout: string;
  theme: string;
  variables: { [name in Variable]?: string };
  labels: { [field in LabelledField]?: string };
  methods: readonly string[];
  /** In centavos; null where a PIX costs what everything else does. */
  pixPrice: number | null;
};

export type Addresses = { publicKey: string; apiBaseUrl: string; checkoutUrl: string };

/** The two calls that make the element: what the page runs and what the code on it says. */
export type ElementPlan = { kind: ElementKind; addresses: Addresses; init: Plain; mount: Plain };

/**
 * The calls for these options. What is the SDK's own default is left out, as a merchant would leave
 * it out; the theme is always said, since the page's own follows the visitor's system.
 */
export function planElement(
  options: PlaygroundOptions,
  { addresses, referenceId }: { addresses: Addresses; referenceId: string },
): ElementPlan {
  const { amount, installments, maxInstallments, locale, layout, theme } = options;
  const isCard = options.element === 'card';
  const variables = filled(options.variables);
  const labels = filled(options.labels);
  const { methods, pixPrice } = options;
  const own: Plain = isCard
    ? { ...(installments > 1 && { installments }), ...(!isEmpty(labels) && { labels }) }
    : {
        ...(methods.length < METHODS.length && { methods }),
        ...(pixPrice !== null && { prices: { PIX: pixPrice } }),
      };
  return {
    kind: options.element,
    addresses,
    init: { publicKey: addresses.publicKey, apiBaseUrl: addresses.apiBaseUrl },
    mount: {
      amount,
      referenceId,
      ...(maxInstallments > 1 && { maxInstallments }),
      ...(locale !== 'pt-BR' && { locale }),
      ...(layout !== (isCard ? 'row' : 'list') && { layout }),
      appearance: { theme, ...(!isEmpty(variables) && { variables }) },
      ...own,
      // The bank wants to know who pays.
      ...(WITH_BANK.has(options.account) && { customer: SAMPLE_CUSTOMER }),
    },
  };
}

const WITH_BANK = new Set(['preorder', 'postorder']);

export const SAMPLE_CUSTOMER: CustomerInput = {
  name: 'Marina Alves Souza',
  document: '52998224725',
  email: 'marina@exemplo.com.br',
  phone: '5511987654321',
  address: {
    street: 'Avenida Paulista',
    number: '1578',
    zipCode: '01310200',
    city: 'São Paulo',
    state: 'SP',
  },
};

function filled(texts: { [name: string]: string | undefined }): { [name: string]: string } {
  const entries = Object.entries(texts).flatMap(([name, text = '']) =>
    text.trim() === '' ? [] : [[name, text.trim()] as const],
  );
  return Object.fromEntries(entries);
}

function isEmpty(list: object): boolean {
  return Object.keys(list).length === 0;
}
