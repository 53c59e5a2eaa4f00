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
  const input = (field: TextField) => find<HTMLInputElement>(document, IDS[field]);
  return {
    form: find<HTMLFormElement>(document, 'card'),
    inputs: {
      holderName: input('holderName'),
      number: input('number'),
      expiry: input('expiry'),
      cvv: input('cvv'),
    },
    select: find<HTMLSelectElement>(document, IDS.installments),
    installmentsRow: find(document, 'installments-row'),
    announcer: find(document, 'announcer'),
    brandName: find(document, 'brand-name'),
    brandMark: find<SVGElement>(document, 'brand-mark'),
    brandWord: find<SVGTextElement>(document, 'brand-mark text'),
    error: (field: CardField) => find(document, `${IDS[field]}-error`),
    label: (field: CardField) => find(document, IDS[field]).parentElement?.querySelector('label'),
  };
}

export function toCardField(target: EventTarget | null): CardField | undefined {
  const id = target instanceof Element ? target.id : '';
  return [...TEXT_FIELDS, 'installments' as const].find((field) => IDS[field] === id);
}

function find<Part extends Element = HTMLElement>(document: Document, id: string): Part {
  const part = document.querySelector<Part>(`#${id}`);
  if (!part) throw new Error(`card.html has no #${id}`);
  return part;
}
