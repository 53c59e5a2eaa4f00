/**
 * Puts the code of `field` on the clipboard. Where that is refused, and the page may not lend it,
 * the code stands selected in its field, so that a key or a long press copies it; false then. Only
 * then is the field there for a screen reader: it would read some 180 characters out.
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
