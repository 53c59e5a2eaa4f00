import type { CardField, TypedCardField } from '../../contract/card/card-field.ts';
import { isCardField } from '../../contract/card/card-field.ts';

export type FormParts = ReturnType<typeof findFormParts>;

export function findFormParts(document: Document) {
  function find<Part extends Element = HTMLElement>(selector: string): Part {
    const part = document.querySelector<Part>(selector);
    if (!part) throw new Error(`card.html has no ${selector}`);
    return part;
  }
  const partOf = <Part extends Element>(field: CardField, selector: string) =>
    find<Part>(`[data-field=${field}]${selector}`);
  return {
    form: find<HTMLFormElement>('form'),
    select: find<HTMLSelectElement>('select'),
    installmentsRow: partOf<HTMLElement>('installments', ''),
    planNote: find('#plan-note'),
    announcer: find('#announcer'),
    brandName: find('#brand-name'),
    cvvHelp: find('#cvv-help'),
    brandMark: find<SVGElement>('#brand-mark'),
    input: (field: TypedCardField) => partOf<HTMLInputElement>(field, ' input'),
    control: (field: CardField) => partOf<HTMLElement>(field, ' :is(input, select)'),
    error: (field: CardField) => partOf(field, ' .error'),
    label: (field: CardField) => partOf(field, ' label'),
  };
}

/** The field that an event of the form came from; what happens to a button is no field's. */
export function toCardField(target: EventTarget | null): CardField | undefined {
  const row = target instanceof Element ? target.closest('button, [data-field]') : null;
  const field = row?.getAttribute('data-field');
  return isCardField(field) ? field : undefined;
}
