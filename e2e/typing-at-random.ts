export type Typing = { seed: number; sequences: number };

/** `TYPING_SEQUENCES=100000` tries more, from `TYPING_SEED` on, a hundred at a time. */
const { TYPING_SEQUENCES = '100', TYPING_SEED = '1' } = process.env;
export const RUNS: readonly Typing[] = Array.from(
  { length: Math.ceil(Number(TYPING_SEQUENCES) / 100) },
  (_, run) => ({ seed: Number(TYPING_SEED) + run * 100, sequences: 100 }),
);

/**
 * Runs in the document of the card: whatever is typed, filled, composed, pasted, cut and deleted in
 * whatever order, no digit of the number or the CVV is lost, moved or doubled, and the next one comes
 * where the caret was. Insertions and deletions are the engine's own; a paste, a filling and a
 * composition, which no script can cause, are the events and values that engines make of them. Gives
 * the sequences that went wrong, each with its seed and steps.
 */
export function typeAtRandom({ seed, sequences }: Typing): string[] {
  const SEPARATORS = [' ', '\u00a0', '', '-', '.'];
  const fields = ['cc-number', 'cc-csc'].map((token) => {
    const input = document.querySelector<HTMLInputElement>(`input[autocomplete=${token}]`);
    if (!input) throw new Error(`no field ${token}`);
    return { input, fewest: token === 'cc-csc' ? 3 : 14 };
  });
  const wrong: string[] = [];
  let state = 0;
  for (let run = seed; run < seed + sequences && wrong.length < 20; run += 1) {
    state = run;
    const steps: string[] = [];
    for (const { input } of fields) put(input, '', 0, 'deleteContentBackward');
    for (let step = below(12) + 1; step > 0; step -= 1) {
      const told = takeStep(steps);
      if (told === null) continue;
      wrong.push(`seed ${run}: ${steps.join(', ')}: ${told}`);
      break;
    }
  }
  return wrong;

  /** Of a known generator (mulberry32), so that a seed makes the same steps in every engine. */
  function below(bound: number): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  }

  function pick<T>(all: readonly T[]): T {
    return all[below(all.length)] as T;
  }

  function digitsOf(text: string): string {
    return text.normalize('NFKC').replace(/\D/g, '');
  }

  function digits(count: number): string {
    const made = Array.from({ length: count }, () => below(10)).join('');
    return below(6) === 0 ? made.replace(/\d/g, (one) => String.fromCharCode(0xff10 + +one)) : made;
  }

  /** As a person or a password manager writes it. */
  function written(text: string): string {
    const separator = pick(SEPARATORS);
    return text.replace(/(.{4})(?=.)/g, `$1${separator}`);
  }

  function put(input: HTMLInputElement, text: string, caret: number, inputType?: string): void {
    input.value = text;
    input.setSelectionRange(caret, caret);
    const isComposing = inputType === 'insertCompositionText';
    const event = inputType
      ? new InputEvent('input', { bubbles: true, inputType, isComposing })
      : null;
    input.dispatchEvent(event ?? new Event('input', { bubbles: true }));
  }

  /** Null, or what went wrong. */
  function takeStep(steps: string[]): string | null {
    const { input, fewest } = pick(fields);
    const others = fields
      .filter((field) => field.input !== input)
      .map((field) => field.input.value);
    if (document.activeElement !== input) input.focus();
    const { value } = input;
    const ends = [below(value.length + 1), below(value.length + 1)].sort((a, b) => a - b);
    const [from = 0, to = 0] = below(3) > 0 ? [value.length, value.length] : ends;
    const [before, chosen, after] = [value.slice(0, from), value.slice(from, to), value.slice(to)];
    input.setSelectionRange(from, to);
    const step = pick(['key', 'key', 'key', 'group', 'paste', 'fill', 'compose', 'delete', 'cut']);
    const text =
      step === 'key' ? digits(1) : written(digits(pick(fewest > 9 ? [4, 15, 16] : [3, 4])));
    steps.push(`${step} ${step === 'delete' || step === 'cut' ? '' : text} at ${from}-${to}`);
    let expected = [before + text + after];
    let behind = before + text;
    switch (step) {
      case 'key':
        document.execCommand('insertText', false, text);
        // One more than there can be is not taken.
        if (digitsOf(value).length >= fewest) expected.push(before + after);
        break;
      case 'group':
        document.execCommand('insertText', false, text);
        break;
      case 'paste':
        put(input, before + text + after, behind.length, 'insertFromPaste');
        break;
      case 'fill':
        expected = [text];
        behind = text;
        put(input, text, text.length, pick(['insertReplacementText', 'insertText', undefined]));
        break;
      case 'compose': {
        input.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }));
        for (let length = 1; length <= text.length; length += 1) {
          const part = before + text.slice(0, length);
          put(input, part + after, part.length, 'insertCompositionText');
        }
        input.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }));
        break;
      }
      case 'cut':
        expected = [before + after];
        behind = before;
        if (chosen === '') return null;
        put(input, before + after, before.length, 'deleteByCut');
        break;
      default: {
        const isForward = below(2) === 1;
        document.execCommand(isForward ? 'forwardDelete' : 'delete');
        // Beside a separator, the digit beyond it.
        const near = isForward ? after.replace(/\d/, '') : after;
        behind = isForward ? before : before.replace(/\d(\D*)$/, '$1');
        expected = [behind + near];
        if (chosen !== '') {
          if (digitsOf(chosen) !== '') behind = before;
          expected = [before + after, ...(digitsOf(chosen) === '' ? expected : [])];
        }
      }
    }
    const left = digitsOf(input.value);
    if (!expected.map(digitsOf).includes(left)) return `${value} became ${input.value}`;
    const caret = digitsOf(input.value.slice(0, input.selectionStart ?? 0)).length;
    const due = digitsOf(behind).length - (left === digitsOf(expected[0] ?? '') ? 0 : 1);
    if (caret !== due && chosen === '')
      return `the caret is behind ${caret} digits, not ${due}, in ${input.value}`;
    const are = fields.filter((field) => field.input !== input).map((field) => field.input.value);
    return are.join() === others.join() ? null : `another field became ${are.join()}`;
  }
}
