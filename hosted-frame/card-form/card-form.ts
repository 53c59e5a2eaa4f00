import type { Card } from '../../contract/card.ts';
import {
  CARD_FIELDS,
  type CardEvent,
  type CardField,
  type CardOptions,
  type CardState,
  type CardUpdate,
  type FieldProblem,
} from '../../contract/frame/card-calls.ts';
import { DEFAULT_LOCALE } from '../../contract/locale.ts';
import { applyAppearance } from './appearance.ts';
import type { Brand, findBrand } from './brand.ts';
import { showBrand } from './brand-mark.ts';
import { formatCardNumber, longestCardNumber } from './card-number.ts';
import { formatExpiry, readExpiry } from './expiry.ts';
import { findProblem, longestCvv, readHolderName } from './field-problem.ts';
import { findFormParts, TEXT_FIELDS, type TextField, toCardField } from './form-parts.ts';
import { showInstallments } from './installment-options.ts';
import { MESSAGES } from './messages.ts';
import { deleteThroughSeparator, type TextEdit, toDigits } from './text-edit.ts';

export type CardFormEvent = Exclude<CardEvent, { type: 'flooded' | 'bye' }>;
export type WrongField = { field: CardField; problem: FieldProblem };
export type CardCheck =
  | { ok: true; card: Card; installments: number }
  | { ok: false; fields: WrongField[] };
type View = { height: number; state: CardState };

export type CardForm = {
  /** Shows the form in place of its skeleton. */
  configure(options: CardOptions): View;
  /** Changes what is given and keeps what is typed, the focus and, where offered, the plan. */
  update(change: CardUpdate): View;
  state(): CardState;
  /** Reads the card. Where it is not good: shows and announces why, goes to the first field. */
  validate(): CardCheck;
  /** Shows problems found elsewhere, say by the service; each stays until its field is edited. */
  showProblems(fields: readonly WrongField[]): void;
  /** While a submit runs nothing can be edited; focus stays where it is. */
  setBusy(busy: boolean): void;
  /** Without a field: the first that is not good yet, else the first. */
  focus(field?: CardField): void;
  clear(): void;
  /** Empties every field and removes every listener; nothing is told any more. */
  destroy(): void;
};

/**
 * The form of card.html: what the buyer sees and types. Card data stands in the inputs alone.
 * `loadBrands` is called when the buyer first comes to a field, again if it failed.
 */
export function createCardForm(context: {
  document: Document;
  now: () => Date;
  loadBrands: () => Promise<{ findBrand: typeof findBrand }>;
  onEvent: (event: CardFormEvent) => void;
}): CardForm {
  const { document, now } = context;
  const parts = findFormParts(document);
  const { form, inputs, select } = parts;
  const listening = new AbortController();
  const shown = new Map<CardField, FieldProblem>();
  const edited = new Set<CardField>();
  const digitCounts = new Map<CardField, number>();
  let settings: Omit<CardOptions, 'referenceId'> = {
    amount: 1,
    installments: 1,
    maxInstallments: 1,
    locale: DEFAULT_LOCALE,
    appearance: {},
  };
  let brands: { findBrand: typeof findBrand } | null = null;
  let brandsRequested = false;
  let brand: Brand | null = null;
  let busy = false;
  let lastState = '';
  let lastHeight = 0;

  function apply(change: CardUpdate): View {
    settings = {
      amount: change.amount ?? settings.amount,
      installments: change.installments ?? settings.installments,
      maxInstallments: change.maxInstallments ?? settings.maxInstallments,
      locale: change.locale ?? settings.locale,
      appearance: change.appearance ?? settings.appearance,
    };
    if (change.appearance) applyAppearance(document, settings.appearance);
    showTexts();
    const chosen = change.installments ?? (Number(select.value) || settings.installments);
    showInstallments(select, settings, chosen);
    parts.installmentsRow.hidden = settings.maxInstallments === 1;
    lastHeight = measureHeight();
    tellChange();
    return { height: lastHeight, state: state() };
  }

  function showTexts() {
    const messages = MESSAGES[settings.locale];
    document.documentElement.lang = settings.locale;
    document.title = messages.title;
    for (const field of CARD_FIELDS) {
      const label = parts.label(field);
      if (label) label.textContent = messages.labels[field];
      showProblem(field);
    }
    inputs.number.placeholder = '0000 0000 0000 0000';
    inputs.expiry.placeholder = messages.expiryPlaceholder;
    inputs.cvv.placeholder = '0'.repeat(brand?.cvvLength ?? 3);
  }

  function showProblem(field: CardField): string {
    const problem = shown.get(field);
    const texts = MESSAGES[settings.locale].problems[field];
    const text = problem ? (texts[problem] ?? texts.invalid) : '';
    const error = parts.error(field);
    error.textContent = text.replace('#', String(brand?.cvvLength ?? 3));
    const control = field === 'installments' ? select : inputs[field];
    control.setAttribute('aria-invalid', String(problem !== undefined));
    return error.textContent;
  }

  function setProblem(field: CardField, problem: FieldProblem | null): string {
    if (problem) shown.set(field, problem);
    else shown.delete(field);
    return showProblem(field);
  }

  function problemOf(field: CardField): FieldProblem | null {
    const text = field === 'installments' ? '' : inputs[field].value;
    return findProblem(field, text, { brand, now: now() });
  }

  // Decision: `problem` tells what the buyer has been told, so that a page that repeats it does
  // not scold while the field is being filled; `valid` is the truth at any time.
  function stateOf(field: CardField) {
    const empty = field !== 'installments' && inputs[field].value === '';
    const problem = shown.get(field) ?? null;
    return { empty, valid: problem === null && problemOf(field) === null, problem };
  }

  function state(): CardState {
    const fields = {
      holderName: stateOf('holderName'),
      number: stateOf('number'),
      expiry: stateOf('expiry'),
      cvv: stateOf('cvv'),
      installments: stateOf('installments'),
    };
    return {
      complete: CARD_FIELDS.every((field) => fields[field].valid),
      empty: TEXT_FIELDS.every((field) => fields[field].empty),
      brand: brand?.name ?? null,
      installments: readInstallments(),
      fields,
    };
  }

  // Decision: without a choice the plan is exactly the page's.
  function readInstallments(): number {
    return settings.maxInstallments > 1 ? Number(select.value) : settings.installments;
  }

  function tellChange() {
    const next = state();
    const written = JSON.stringify(next);
    if (written === lastState) return;
    lastState = written;
    context.onEvent({ type: 'change', state: next });
  }

  function format(field: TextField, edit: TextEdit) {
    if (field === 'number') return formatCardNumber(edit, brand);
    if (field === 'expiry') return formatExpiry(edit);
    return field === 'cvv' ? { text: toDigits(edit.text), caret: edit.caret } : edit;
  }

  function reformat(field: TextField, edit: TextEdit) {
    const input = inputs[field];
    const formatted = format(field, edit);
    if (formatted.text !== input.value) {
      input.value = formatted.text;
      // Only where the buyer is: elsewhere it would pull the focus in some engines.
      if (document.activeElement === input) {
        input.setSelectionRange(formatted.caret, formatted.caret);
      }
    }
    digitCounts.set(field, toDigits(formatted.text).length);
  }

  function readEdit(field: TextField, inputType: string): TextEdit {
    const { value, selectionStart } = inputs[field];
    const caret = selectionStart ?? value.length;
    const digitsBefore = digitCounts.get(field) ?? 0;
    if (inputType.startsWith('delete')) {
      const forward = inputType === 'deleteContentForward';
      return deleteThroughSeparator(
        { text: value, caret, kind: 'delete' },
        { digitsBefore, forward },
      );
    }
    if (inputType !== 'insertText') return { text: value, caret, kind: 'replace' };
    const longest =
      field === 'number'
        ? longestCardNumber(brand)
        : field === 'cvv'
          ? longestCvv(brand)
          : Number.POSITIVE_INFINITY;
    const tooLong = toDigits(value).length > longest && digitsBefore <= longest;
    if (!tooLong) return { text: value, caret, kind: 'insert' };
    const text = value.slice(0, caret - 1) + value.slice(caret);
    return { text, caret: caret - 1, kind: 'insert' };
  }

  function onInput(event: Event) {
    const field = toCardField(event.target);
    if (!field || (event instanceof InputEvent && event.isComposing)) return;
    edited.add(field);
    if (field !== 'installments') {
      const typed = event instanceof InputEvent ? event.inputType : '';
      reformatAs(field, event.type === 'compositionend' ? '' : typed);
    }
    setProblem(field, null);
    tellChange();
  }

  function reformatAs(field: TextField, inputType: string) {
    if (field === 'number') recognise();
    const edit = readEdit(field, inputType);
    reformat(field, edit);
    if (field === 'number') recognise();
  }

  function recognise() {
    const digits = toDigits(inputs.number.value);
    const next = brands?.findBrand(digits) ?? null;
    if (next?.name === brand?.name && next?.label === brand?.label) return;
    brand = next;
    showBrand(parts, brand);
    inputs.cvv.placeholder = '0'.repeat(brand?.cvvLength ?? 3);
    announce(brand?.label ?? '');
    if (shown.has('cvv') && !problemOf('cvv')) setProblem('cvv', null);
  }

  async function requestBrands() {
    if (brandsRequested) return;
    brandsRequested = true;
    try {
      const loaded = await context.loadBrands();
      if (listening.signal.aborted) return;
      brands = loaded;
      const caret = inputs.number.selectionStart ?? inputs.number.value.length;
      recognise();
      reformat('number', { text: inputs.number.value, caret, kind: 'replace' });
      tellChange();
    } catch {
      // The form works without brands; the next field the buyer comes to tries again.
      brandsRequested = false;
    }
  }

  function onBlur(field: CardField) {
    if (field !== 'installments') {
      const { value } = inputs[field];
      reformat(field, { text: value, caret: value.length, kind: 'replace' });
    }
    // Decision: passing through an empty field is no mistake yet; emptying it again is one.
    const problem = shown.get(field) ?? (edited.has(field) ? problemOf(field) : null);
    if (problem !== (shown.get(field) ?? null)) announce(setProblem(field, problem));
    tellChange();
    context.onEvent({ type: 'blur', field });
  }

  function announce(text: string) {
    parts.announcer.textContent = text;
  }

  function showProblems(fields: readonly WrongField[]) {
    announce(fields.map(({ field, problem }) => setProblem(field, problem)).join('. '));
    tellChange();
    focus(fields[0]?.field);
  }

  function validate(): CardCheck {
    for (const field of TEXT_FIELDS) {
      const { value } = inputs[field];
      // A value may have been filled without an event.
      reformat(field, { text: value, caret: value.length, kind: 'replace' });
    }
    recognise();
    const wrong = CARD_FIELDS.flatMap((field) => {
      const problem = problemOf(field);
      return problem ? [{ field, problem }] : [];
    });
    const expiry = readExpiry(inputs.expiry.value);
    if (wrong.length > 0 || !expiry) {
      showProblems(wrong);
      return { ok: false, fields: wrong };
    }
    for (const field of CARD_FIELDS) setProblem(field, null);
    tellChange();
    const card = {
      holderName: readHolderName(inputs.holderName.value),
      number: toDigits(inputs.number.value),
      ...expiry,
      cvv: inputs.cvv.value,
    };
    return { ok: true, card, installments: readInstallments() };
  }

  function setBusy(next: boolean) {
    busy = next;
    form.setAttribute('aria-busy', String(busy));
    for (const field of TEXT_FIELDS) inputs[field].readOnly = busy;
  }

  function focus(field = CARD_FIELDS.find((name) => !stateOf(name).valid) ?? 'holderName') {
    if (field === 'installments') select.focus();
    else inputs[field].focus();
  }

  function empty() {
    for (const field of TEXT_FIELDS) inputs[field].value = '';
    edited.clear();
    digitCounts.clear();
    for (const field of CARD_FIELDS) setProblem(field, null);
    recognise();
    announce('');
  }

  function measureHeight(): number {
    return Math.ceil(form.getBoundingClientRect().height);
  }

  function onResize() {
    const height = measureHeight();
    // Nothing is laid out while the frame is hidden.
    if (height === 0 || height === lastHeight) return;
    lastHeight = height;
    context.onEvent({ type: 'resize', height });
  }

  function listen() {
    const { signal } = listening;
    form.addEventListener('input', onInput, { signal });
    form.addEventListener('compositionend', onInput, { signal });
    form.addEventListener(
      'focusin',
      ({ target }) => {
        void requestBrands();
        const field = toCardField(target);
        if (field) context.onEvent({ type: 'focus', field });
      },
      { signal },
    );
    form.addEventListener(
      'focusout',
      ({ target }) => {
        const field = toCardField(target);
        if (field) onBlur(field);
      },
      { signal },
    );
    form.addEventListener(
      'submit',
      (event) => {
        event.preventDefault();
        if (!busy) context.onEvent({ type: 'submit' });
      },
      { signal },
    );
    if (typeof ResizeObserver !== 'function') return;
    const observer = new ResizeObserver(onResize);
    observer.observe(form);
    signal.addEventListener('abort', () => observer.disconnect());
  }

  // A browser may have put back what stood here before a reload.
  empty();
  listen();

  return {
    configure(options) {
      form.inert = false;
      return apply(options);
    },
    update: apply,
    state,
    validate,
    showProblems,
    setBusy,
    focus,
    clear() {
      empty();
      tellChange();
    },
    destroy() {
      listening.abort();
      empty();
      setBusy(false);
      form.inert = true;
    },
  };
}
