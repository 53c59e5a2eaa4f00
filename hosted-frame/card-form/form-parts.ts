import type { CardField } from '../../contract/frame/card-calls.ts';

const IDS: Record<CardField, string> = {
  holderName: 'cc-name',
  number: 'cc-number',
  expiry: 'cc-exp',
  cvv: 'cc-csc',
  installments: 'installments',
};

export type TextField = Exclude<CardField, 'installments'>;
export const TEXT_FIELDS: readonly TextField[] = ['holderName', 'number', 'expiry', 'cvv'];

/** The elements of card.html the form works with. */
export type FormParts = ReturnType<typeof findFormParts>;

export function findFormParts(document: Document) {
  function find<Part extends Element = HTMLElement>(selector: string): Part {
    const part = document.querySelector<Part>(selector);
    if (!part) throw new Error(`card.html has no ${selector}`);
    return part;
  }
  const input = (field: TextField) => find<HTMLInputElement>(`#${IDS[field]}`);
  const select = find<HTMLSelectElement>('select');
  const inputs = {
    holderName: input('holderName'),
    number: input('number'),
    expiry: input('expiry'),
    cvv: input('cvv'),
  };
  return {
    form: find<HTMLFormElement>('form'),
    inputs,
    select,
    installmentsRow: find('#installments-row'),
    announcer: find('#announcer'),
    brandName: find('#brand-name'),
    brandMark: find<SVGElement>('svg'),
    brandWord: find<SVGTextElement>('text'),
    control: (field: CardField) => (field === 'installments' ? select : inputs[field]),
    error: (field: CardField) => find(`#${IDS[field]}-error`),
    label: (field: CardField) => find(`[for=${IDS[field]}]`),
  };
}

export function toCardField(target: EventTarget | null): CardField | undefined {
  const id = target instanceof Element ? target.id : '';
  return [...TEXT_FIELDS, 'installments' as const].find((field) => IDS[field] === id);
}
