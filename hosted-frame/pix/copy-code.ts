/**
 * False where the clipboard is refused, which the page may not lend: the code is selected then, for
 * a key or a long press. Only then does a screen reader find it: it would read 180 characters out.
 */
export async function copyCode(
  { navigator }: Pick<Window, 'navigator'>,
  field: HTMLInputElement,
): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.removeAttribute('aria-hidden');
    field.focus();
    field.setSelectionRange(0, field.value.length);
    return false;
  }
}
