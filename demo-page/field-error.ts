/** Shows or, with an empty message, clears the error under a field, for eyes and screen readers. */
export function setFieldError(control: HTMLElement, message: string): void {
  const error = document.getElementById(`${control.id}-error`);
  if (error) error.textContent = message;
  if (message) control.setAttribute('aria-invalid', 'true');
  else control.removeAttribute('aria-invalid');
}
