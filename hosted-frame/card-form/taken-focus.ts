/**
 * Decision: within a second of a digit hardly anybody reaches for something else; whoever pressed
 * Tab, Enter or another key that is no text, or pointed at something here, meant to leave. A tap
 * outside of the frame, which cannot be seen from here, may be taken for the page's doing.
 */
const TYPING_MS = 1_000;

/** Keys that write or remove, besides those of one character; a phone's keyboard names none. */
const WRITING_KEYS: readonly string[] = ['Backspace', 'Delete', 'Unidentified', 'Process', 'Dead'];

/** Whether the focus was taken in mid-typing: what was typed next went wherever it was taken to. */
export function watchTyping(
  form: HTMLFormElement,
  signal: AbortSignal,
): { isTaken(leaving: Event): boolean } {
  let typedAt = Number.NEGATIVE_INFINITY;
  const forget = () => {
    typedAt = Number.NEGATIVE_INFINITY;
  };
  form.addEventListener(
    'keydown',
    ({ key, ctrlKey, altKey, metaKey }) => {
      const isWriting = key.length === 1 || WRITING_KEYS.includes(key);
      if (!isWriting || ctrlKey || altKey || metaKey) forget();
    },
    { signal },
  );
  form.addEventListener('pointerdown', forget, { signal });
  form.addEventListener(
    'input',
    (event) => {
      // What a browser fills in is no typing.
      const { inputType = '' } = event instanceof InputEvent ? event : {};
      if (/^(insertText|insertComposition|deleteContent)/.test(inputType))
        typedAt = event.timeStamp;
      else forget();
    },
    { signal },
  );
  return {
    isTaken(leaving) {
      const isToField = leaving instanceof FocusEvent && leaving.relatedTarget !== null;
      const isVisible = form.ownerDocument.visibilityState === 'visible';
      return !isToField && isVisible && leaving.timeStamp - typedAt < TYPING_MS;
    },
  };
}
