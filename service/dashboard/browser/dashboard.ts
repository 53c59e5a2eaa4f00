import '../styles/dashboard.css';

/** Whatever has just gone wrong with a field is where the keyboard goes first. */
function focusFirstError(): void {
  document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}

focusFirstError();
