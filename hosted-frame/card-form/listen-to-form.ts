import type { CardField } from '../../contract/card/card-field.ts';
import { toCardField } from './form-parts.ts';

/** Hears what the buyer does in the form, in terms of its fields, until `signal` aborts. */
export function listenToForm(
  form: HTMLFormElement,
  signal: AbortSignal,
  on: {
    input: (field: CardField, event: InputEvent | null) => void;
    focus: (field: CardField) => void;
    blur: (field: CardField, event: Event) => void;
    submit: () => void;
  },
): void {
  function listen(type: string, handle: (field: CardField, event: Event) => void) {
    const heard = (event: Event) => {
      const field = toCardField(event.target);
      if (field) handle(field, event);
    };
    form.addEventListener(type, heard, { signal });
  }
  const input = (field: CardField, event: Event) =>
    on.input(field, event instanceof InputEvent ? event : null);
  listen('input', input);
  // The end of what an input method composed: its text can be formatted from now on.
  listen('compositionend', input);
  listen('focusin', on.focus);
  listen('focusout', on.blur);
  form.addEventListener(
    'submit',
    (event) => {
      event.preventDefault();
      on.submit();
    },
    { signal },
  );
}
