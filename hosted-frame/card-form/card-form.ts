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
import type { Brand } from './brand.ts';
import { type Brands, createBrandRecogniser } from './brand-recogniser.ts';
import { toCardState } from './card-state.ts';
import { findProblem } from './field-problem.ts';
import { findFormParts, TEXT_FIELDS } from './form-parts.ts';
import { showInstallments } from './installment-options.ts';
import { listenToForm } from './listen-to-form.ts';
import { createMaskedInputs } from './masked-inputs.ts';
import { MESSAGES } from './messages.ts';
import { readCard, type WrongField } from './read-card.ts';
import { createShownProblems } from './shown-problems.ts';
import { measureHeight, watchHeight } from './watch-height.ts';

export type CardFormEvent = Exclude<CardEvent, { type: 'flooded' | 'bye' }>;
export type { WrongField };
export type CardCheck =
  | { ok: true; card: Card; installments: number }
  | { ok: false; fields: WrongField[] };
type View = { height: number; state: CardState };
export type CardForm = {
  /** Shows the form in place of its skeleton. Its state is answered, not told as a change. */
  configure(options: CardOptions): View;
  /** The CVV of a card of this brand is asked for, and the plan, if there is a choice. */
  askCvvAlone(brand: Brand | null): void;
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
  loadBrands: () => Promise<Brands>;
  /** Our own labels and placeholders were written: who has others writes them now. */
  onWords: () => void;
  onEvent: (event: CardFormEvent) => void;
}): CardForm {
  const { document, now } = context;
  const parts = findFormParts(document);
  const { form, inputs, select } = parts;
  const listening = new AbortController();
  const recogniser = createBrandRecogniser({
    parts,
    loadBrands: context.loadBrands,
    onChange: onBrand,
    onLoaded: onBrandsLoaded,
  });
  const masked = createMaskedInputs(parts, recogniser.current);
  const shown = createShownProblems(parts, () => ({
    locale: settings.locale,
    cvvLength: cvvLength(),
  }));
  const edited = new Set<CardField>();
  let asked: readonly CardField[] = CARD_FIELDS;
  let settings: Omit<CardOptions, 'referenceId'> = {
    amount: 1,
    installments: 1,
    maxInstallments: 1,
    locale: DEFAULT_LOCALE,
  };
  let busyWith: string | null = null;
  let lastState = '';
  let lastHeight = 0;

  function apply(change: CardUpdate) {
    settings = {
      amount: change.amount ?? settings.amount,
      installments: change.installments ?? settings.installments,
      maxInstallments: change.maxInstallments ?? settings.maxInstallments,
      locale: change.locale ?? settings.locale,
    };
    showTexts();
    const chosen = change.installments ?? (Number(select.value) || settings.installments);
    showInstallments(select, settings, chosen);
    parts.installmentsRow.hidden = settings.maxInstallments === 1;
  }

  function view(): View {
    lastHeight = measureHeight(form);
    return { height: lastHeight, state: state() };
  }

  function showTexts() {
    const messages = MESSAGES[settings.locale];
    document.documentElement.lang = settings.locale;
    document.title = messages.title;
    for (const field of CARD_FIELDS) {
      parts.label(field).textContent = messages.labels[field];
      shown.write(field);
    }
    inputs.expiry.placeholder = messages.expiryPlaceholder;
    showCvvPlaceholder();
  }

  function showCvvPlaceholder() {
    inputs.cvv.placeholder = '0'.repeat(cvvLength());
    context.onWords();
  }

  function cvvLength(): number {
    return recogniser.current()?.cvvLength ?? 3;
  }

  function problemOf(field: CardField): FieldProblem | null {
    if (!asked.includes(field)) return null;
    return findProblem(field, parts.control(field).value, {
      brand: recogniser.current(),
      now: now(),
    });
  }

  function state(): CardState {
    return toCardState({
      isEmpty: (field) => field !== 'installments' && inputs[field].value === '',
      problemOf,
      shownProblemOf: shown.get,
      brand: recogniser.current()?.name ?? null,
      installments: readInstallments(),
    });
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

  function onInput(field: CardField, event: InputEvent | null) {
    edited.add(field);
    if (field === 'installments') {
      if (busyWith !== null) select.value = busyWith;
    } else {
      if (field === 'number') recogniser.read();
      // An input method that composes still owns the text.
      if (!event?.isComposing) masked.edit(field, event?.inputType ?? '');
      if (field === 'number') recogniser.read();
    }
    shown.set(field, null);
    tellChange();
  }

  function onFocus(field: CardField) {
    void recogniser.request();
    context.onEvent({ type: 'focus', field });
  }

  function onBrand(brand: Brand | null) {
    showCvvPlaceholder();
    announce(brand?.label ?? '');
    if (shown.get('cvv')) shown.set('cvv', problemOf('cvv'));
  }

  function onBrandsLoaded() {
    if (listening.signal.aborted) return;
    masked.edit('number', '');
    tellChange();
  }

  function onBlur(field: CardField) {
    if (field !== 'installments') masked.edit(field, '');
    // Decision: passing through an empty field is no mistake yet; emptying it again is one.
    const problem = shown.get(field) ?? (edited.has(field) ? problemOf(field) : null);
    if (problem !== shown.get(field)) announce(explain(field, problem));
    tellChange();
    context.onEvent({ type: 'blur', field });
  }

  /** Shows a problem; answers it with its field's name, for whoever only hears it. */
  function explain(field: CardField, problem: FieldProblem | null): string {
    return `${parts.label(field).textContent}: ${shown.set(field, problem)}`;
  }

  function announce(text: string) {
    parts.announcer.textContent = text;
  }

  function showProblems(fields: readonly WrongField[]) {
    announce(fields.map(({ field, problem }) => explain(field, problem)).join('. '));
    tellChange();
    focus(fields[0]?.field);
  }

  function validate(): CardCheck {
    recogniser.read();
    // A value may have been filled without an event.
    for (const field of TEXT_FIELDS) masked.edit(field, '');
    const fields = CARD_FIELDS.flatMap((field) => {
      const problem = problemOf(field);
      return problem ? [{ field, problem }] : [];
    });
    if (fields.length > 0) {
      showProblems(fields);
      return { ok: false, fields };
    }
    for (const field of CARD_FIELDS) shown.set(field, null);
    tellChange();
    return { ok: true, card: readCard(parts), installments: readInstallments() };
  }

  // A select cannot be readonly and loses its focus when disabled: it keeps its value instead.
  function setBusy(busy: boolean) {
    busyWith = busy ? select.value : null;
    form.setAttribute('aria-busy', String(busy));
    for (const field of TEXT_FIELDS) inputs[field].readOnly = busy;
  }

  function focus(
    field = CARD_FIELDS.find((name) => shown.get(name) ?? problemOf(name)) ?? asked[0],
  ) {
    if (field) parts.control(field).focus();
  }

  function empty() {
    edited.clear();
    for (const field of TEXT_FIELDS) {
      inputs[field].value = '';
      masked.edit(field, '');
    }
    for (const field of CARD_FIELDS) shown.set(field, null);
    recogniser.read();
    announce('');
  }

  function onHeight(height: number) {
    // The page reserved what the form will be; its skeleton is lower, by the row of installments.
    if (form.hasAttribute('inert')) return;
    // Nothing is laid out while the frame is hidden.
    if (height === 0 || height === lastHeight) return;
    lastHeight = height;
    context.onEvent({ type: 'resize', height });
  }

  function onSubmit() {
    if (busyWith === null) context.onEvent({ type: 'submit' });
  }

  // A browser may have put back what stood here before a reload.
  empty();
  const { signal } = listening;
  listenToForm(form, signal, { input: onInput, focus: onFocus, blur: onBlur, submit: onSubmit });
  watchHeight(form, { signal, onHeight });

  return {
    configure(options) {
      apply(options);
      form.removeAttribute('inert');
      const configured = view();
      lastState = JSON.stringify(configured.state);
      return configured;
    },
    askCvvAlone(brand) {
      asked = ['cvv', 'installments'];
      recogniser.fix(brand);
    },
    update(change) {
      apply(change);
      tellChange();
      return view();
    },
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
      form.setAttribute('inert', '');
    },
  };
}
