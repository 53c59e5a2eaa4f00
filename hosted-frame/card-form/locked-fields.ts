import type { CardField, TypedCardField } from '../../contract/card/card-field.ts';
import type { FormParts } from './form-parts.ts';
import type { createInstallmentChoice } from './installment-choice.ts';

/** Everything during a submit, else what is locked: focus stays, and is read out as read-only. */
export function createLockedFields(
  { form, input, select }: FormParts,
  plans: ReturnType<typeof createInstallmentChoice>,
  typed: () => readonly TypedCardField[],
) {
  let isBusy = false;
  let isLocked = (_field: CardField) => false;

  function show(): void {
    const isHeld = isLocked('installments');
    form.setAttribute('aria-busy', String(isBusy));
    for (const field of typed()) input(field).readOnly = isBusy || isLocked(field);
    plans.hold(isBusy || isHeld);
    select.setAttribute('aria-disabled', String(isHeld));
  }

  return {
    isBusy: () => isBusy,
    setBusy(busy: boolean) {
      isBusy = busy;
      show();
    },
    lock(open: readonly CardField[]) {
      isLocked = (field) => !open.includes(field);
      show();
    },
    unlock() {
      isLocked = () => false;
      show();
    },
  };
}
