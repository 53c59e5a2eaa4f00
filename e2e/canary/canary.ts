/** A card used nowhere else. An American Express one: four digits of CVV are rarely there by chance. */
export const CANARY = {
  number: '372914638057424',
  cvv: '8293',
  holderName: 'ZULEICA KANARIO',
} as const;

type Needle = { form: string; bytes: Buffer; bounded?: boolean };

const NUMBER = CANARY.number;
const SPACED = [
  ['in groups of four', NUMBER.replace(/\d{4}(?=\d)/g, '$& ')],
  ['in the groups of its brand', NUMBER.replace(/^(.{4})(.{6})/, '$1 $2 ')],
] as const;

const NUMBER_NEEDLES: Needle[] = [
  ...forms('number', NUMBER),
  ...SPACED.flatMap(([how, text]) => [
    ...forms(`number ${how}`, text),
    ...forms(`number ${how}, dashed`, text.replaceAll(' ', '-')),
    ...forms(`number ${how}, in a URL`, text.replaceAll(' ', '%20')),
    ...forms(`number ${how}, in a form`, text.replaceAll(' ', '+')),
  ]),
];

// Four digits alone stand for the CVV only between other signs, and encoded only as a whole:
// fragments of base64 as short as that are in any long text.
const CVV_NEEDLES: Needle[] = [
  { form: 'cvv', bytes: Buffer.from(CANARY.cvv), bounded: true },
  { form: 'cvv in UTF-16', bytes: Buffer.from(`"${CANARY.cvv}"`, 'utf16le') },
  { form: 'cvv in hex', bytes: Buffer.from(hexOf(CANARY.cvv)), bounded: true },
  { form: 'cvv in base64', bytes: Buffer.from(base64Of(CANARY.cvv)), bounded: true },
];

const NAME_NEEDLES: Needle[] = forms('holder name', CANARY.holderName);

/** The forms of the card that are in `haystack`; the holder's name only where it is asked for. */
export function findCanary(
  haystack: string | Buffer,
  { andName = false }: { andName?: boolean } = {},
): string[] {
  const bytes = typeof haystack === 'string' ? Buffer.from(haystack) : haystack;
  const needles = [...NUMBER_NEEDLES, ...CVV_NEEDLES, ...(andName ? NAME_NEEDLES : [])];
  return needles.filter((needle) => isIn(bytes, needle)).map(({ form }) => form);
}

function isIn(haystack: Buffer, { bytes, bounded }: Needle): boolean {
  for (let at = haystack.indexOf(bytes); at >= 0; at = haystack.indexOf(bytes, at + 1)) {
    if (!bounded) return true;
    if (!isWord(haystack[at - 1]) && !isWord(haystack[at + bytes.length])) return true;
  }
  return false;
}

/** A letter, a digit, or what stands inside a number or an id. */
function isWord(code: number | undefined): boolean {
  return code !== undefined && /[\w.%+/-]/.test(String.fromCharCode(code));
}

/** A text as it is, in hex of either case, UTF-16, and base64 at all three alignments. */
function forms(what: string, text: string): Needle[] {
  return [
    { form: what, bytes: Buffer.from(text) },
    { form: `${what} in UTF-16`, bytes: Buffer.from(text, 'utf16le') },
    { form: `${what} in hex`, bytes: Buffer.from(hexOf(text)) },
    { form: `${what} in upper-case hex`, bytes: Buffer.from(hexOf(text).toUpperCase()) },
    ...[0, 1, 2].map((shift) => ({
      form: `${what} in base64, shifted by ${shift}`,
      bytes: Buffer.from(base64Inside(text, shift)),
    })),
  ];
}

function hexOf(text: string): string {
  return Buffer.from(text).toString('hex');
}

function base64Of(text: string): string {
  return Buffer.from(text).toString('base64').replace(/=+$/, '');
}

/** The signs of base64 that are the same whatever stands before and after the text. */
function base64Inside(text: string, shift: number): string {
  const before = '\0'.repeat(shift);
  const first = Math.ceil((shift * 8) / 6);
  const last = Math.floor(((shift + text.length) * 8) / 6);
  return base64Of(before + text).slice(first, last);
}
