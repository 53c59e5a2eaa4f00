import type { Card } from '../../contract/card/card.ts';
import type { CardField, FieldProblem } from '../../contract/card/card-field.ts';
import { CARD_FIELDS, TYPED_CARD_FIELDS } from '../../contract/card/card-field.ts';
import type {
  CardEvent,
  CardOptions,
  CardState,
  CardUpdate,
} from '../../contract/frame/card-calls.ts';
import { DEFAULT_LOCALE } from '../../contract/locale.ts';
import type { WrongField } from '../../sdk/card-flow/wrong-card.ts';
import type { Brand } from './brand.ts';
import type { Brands, DrawMark } from './brand-recogniser.ts';
import { createBrandRecogniser } from './brand-recogniser.ts';
import { toCardState } from './card-state.ts';
import type { Fields } from './fields/field.ts';
import { FIELDS } from './fields/fields.ts';
import { findFormParts } from './form-parts.ts';
import { writeFormWords } from './form-words.ts';
import type { PlansWithInterest } from './installment-choice.ts';
import { createInstallmentChoice } from './installment-choice.ts';
import { listenToForm } from './listen-to-form.ts';
import { createLockedFields } from './locked-fields.ts';
import { createMaskedInputs } from './masked-inputs.ts';
import { describeProblem } from './messages.ts';
import type { OptionalValues } from './read-card.ts';
import { readCard, readOptional } from './read-card.ts';
import { createShownProblems } from './shown-problems.ts';
import { watchTyping } from './taken-focus.ts';
import { toDigits } from './text-edit.ts';
import { watchHeight } from './watch-height.ts';

export type CardFormEvent = Exclude<CardEvent, { type: 'flooded' | 'bye' }>;
export type CardCheck =
  | { ok: true; card: Card; optional: OptionalValues; installments: number }
  | { ok: false; fields: WrongField[] };
type View = { height: number; state: CardState };
export type CardForm = {
  /** Shows the form in place of its skeleton. Its state is returned, not told as a change. */
  configure(options: CardOptions): View;
  /** Asks for optional fields, which are in the document already, besides the default ones. */
  askAlso(optional: Fields): void;
  offerInterest(plans: PlansWithInterest): void;
  /** Asks for the CVV of a card of this brand, and for the plan where there is a choice. */
  askCvvAlone(brand: Brand | null): void;
  /** Asks for nothing of a card but the plan. */
  askNothing(brand: Brand | null): void;
  askWhole(): void;
  /** Changes what is given and keeps what is typed, the focus and, where offered, the plan. */
  update(change: CardUpdate): View;
  state(): CardState;
  /** Reads the card. Where it is not good: shows why, and goes to the first field. */
  validate(): CardCheck;
  /** Shows problems found elsewhere, say by the service; each stays until its field is edited. */
  showProblems(fields: readonly WrongField[]): void;
  /** While a submit runs nothing can be edited; focus stays where it is. */
  setBusy(busy: boolean): void;
  /** What stands in the fields stays as it is, but for those in `open`, until `unlock`. */
  lock(open: readonly CardField[]): void;
  unlock(): void;
  drawMarksBy(draw: DrawMark): void;
  /** Says it to a buyer who does not see the form. */
  announce(text: string): void;
  /** Without a field: the first that is not good yet, else the first. */
  focus(field?: CardField): void;
  clear(field?: CardField): void;
  /** Empties every field and removes every listener; nothing is told any more. */
  destroy(): void;
};

/** Card data stands in the inputs alone. `loadBrands`: at the first field, again if that failed. */
export function createCardForm(context: {
  document: Document;
  now: () => Date;
  loadBrands: () => Promise<Brands>;
  /** Our own labels and placeholders were written: a page's own are to be written over them. */
  onWords: () => void;
  onEvent: (event: CardFormEvent) => void;
}): CardForm {
  const { document, now } = context;
  const parts = findFormParts(document);
  const { form } = parts;
  const listening = new AbortController();
  const { signal } = listening;
  const recogniser = createBrandRecogniser({
    parts,
    loadBrands: context.loadBrands,
    onChange: onBrand,
    onLoaded: onBrandsLoaded,
  });
  const brand = recogniser.current;
  const masked = createMaskedInputs(parts, { fields: () => fields, brand });
  const shown = createShownProblems(parts, (field, problem) =>
    describeProblem(fields[field], problem, { locale: settings.locale, brand: brand() }),
  );
  const plans = createInstallmentChoice(parts);
  const typing = watchTyping(form, signal);
  const edited = new Set<CardField>();
  let whole: Fields = FIELDS;
  let fields = whole;
  let settings: Omit<CardOptions, 'referenceId'> = {
    amount: 1,
    installments: 1,
    maxInstallments: 1,
    locale: DEFAULT_LOCALE,
  };
  let lastState = '';

  const isAsked = (field: CardField) => field === 'installments' || field in fields;
  const typed = () => TYPED_CARD_FIELDS.filter(isAsked);
  const asked = () => CARD_FIELDS.filter(isAsked);
  const locked = createLockedFields(parts, plans, typed);

  function apply(change: CardUpdate) {
    const maxInstallments = change.maxInstallments ?? settings.maxInstallments;
    settings = {
      amount: change.amount ?? settings.amount,
      installments: Math.min(change.installments ?? settings.installments, maxInstallments),
      maxInstallments,
      locale: change.locale ?? settings.locale,
    };
    const { locale } = settings;
    writeFormWords(document, parts, { fields, asked: asked(), typed: typed(), locale });
    context.onWords();
    for (const field of asked()) shown.write(field);
    plans.show(settings, change);
  }

  function view(): View {
    return { height: height.measure(), state: state() };
  }

  function problemOf(field: CardField): FieldProblem | null {
    if (field === 'installments') return null;
    const text = parts.input(field).value;
    const asked = fields[field];
    const digits = toDigits(text, asked?.hasLetters);
    return asked?.findProblem({ text, digits, brand: brand(), now: now() }) ?? null;
  }

  function state(): CardState {
    return toCardState({
      isAsked,
      isEmpty: (field) => field !== 'installments' && parts.input(field).value === '',
      problemOf,
      shownProblemOf: shown.get,
      brand: brand()?.name ?? null,
      installments: plans.chosen(),
      installmentPlan: plans.plan(),
    });
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
      plans.onInput();
    } else {
      if (field === 'number') recogniser.read();
      // An input method that composes still owns the text.
      if (!event?.isComposing) masked.edit(field, event);
      if (field === 'number') recogniser.read();
    }
    shown.set(field, null);
    tellChange();
  }

  function onFocus(field: CardField) {
    void recogniser.request();
    context.onEvent({ type: 'focus', field });
  }

  function onBrand(next: Brand | null) {
    announce(next?.label ?? '');
    if (shown.get('cvv')) shown.set('cvv', problemOf('cvv'));
  }

  function onBrandsLoaded() {
    if (signal.aborted) return;
    masked.edit('number');
    tellChange();
  }

  function onBlur(field: CardField, event: Event) {
    const taken = typing.isTaken(event);
    if (field !== 'installments') masked.edit(field);
    // Decision: passing through an empty field is no mistake yet; emptying it again is one.
    const problem = shown.get(field) ?? (edited.has(field) ? problemOf(field) : null);
    if (problem !== shown.get(field)) announce(shown.set(field, problem));
    tellChange();
    context.onEvent({ type: 'blur', field, ...(taken ? { taken } : {}) });
  }

  function announce(text: string) {
    parts.announcer.textContent = text;
  }

  function showProblems(wrong: readonly WrongField[]) {
    const texts = wrong.map(({ field, problem }) => shown.set(field, problem));
    tellChange();
    const [first] = wrong;
    const isThere =
      document.hasFocus() && first && document.activeElement === parts.control(first.field);
    focus(first?.field);
    // Decision: a field that gets the focus is read out with its problem, so nothing else says it.
    // One that has it already, or cannot get it, is not read again.
    announce(isThere || !document.hasFocus() ? (texts[0] ?? '') : '');
  }

  function validate(): CardCheck {
    recogniser.read();
    // A value may have been filled without an event.
    for (const field of typed()) masked.edit(field);
    const wrong = asked().flatMap((field) => {
      const problem = problemOf(field);
      return problem ? [{ field, problem }] : [];
    });
    if (wrong.length > 0) {
      showProblems(wrong);
      return { ok: false, fields: wrong };
    }
    for (const field of asked()) shown.set(field, null);
    tellChange();
    const optional = readOptional(parts, fields);
    return { ok: true, card: readCard(parts), optional, installments: plans.chosen() };
  }

  function focus(field = asked().find((name) => shown.get(name) ?? problemOf(name)) ?? asked()[0]) {
    if (field && isAsked(field)) parts.control(field).focus();
  }

  function empty(fields = asked()) {
    for (const field of fields) {
      edited.delete(field);
      shown.set(field, null);
      if (field === 'installments') continue;
      parts.input(field).value = '';
      masked.edit(field);
    }
    recogniser.read();
    announce('');
  }

  // A browser may have put back what stood here before a reload.
  empty();
  listenToForm(form, signal, {
    input: onInput,
    focus: onFocus,
    blur: onBlur,
    submit() {
      if (!locked.isBusy()) context.onEvent({ type: 'submit' });
    },
  });
  const height = watchHeight(form, {
    signal,
    onHeight: (height) => context.onEvent({ type: 'resize', height }),
  });

  return {
    configure(options) {
      apply(options);
      form.removeAttribute('inert');
      const configured = view();
      lastState = JSON.stringify(configured.state);
      return configured;
    },
    askAlso(optional) {
      whole = { ...FIELDS, ...optional };
      fields = whole;
    },
    offerInterest: plans.offerInterest,
    askCvvAlone(brand) {
      fields = { cvv: FIELDS.cvv };
      recogniser.fix(brand);
    },
    askNothing(brand) {
      fields = {};
      recogniser.fix(brand);
    },
    askWhole() {
      fields = whole;
      recogniser.release();
    },
    update(change) {
      apply(change);
      tellChange();
      return view();
    },
    state,
    validate,
    showProblems,
    setBusy: locked.setBusy,
    lock: locked.lock,
    unlock: locked.unlock,
    drawMarksBy: recogniser.drawBy,
    announce,
    focus,
    clear(field) {
      empty(field && [field]);
      tellChange();
    },
    destroy() {
      listening.abort();
      empty();
      form.setAttribute('inert', '');
    },
  };
}
