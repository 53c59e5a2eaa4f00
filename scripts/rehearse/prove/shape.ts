/** By the path of a field, such as `Payment.Status`: what stood there, or of which kinds it was. */
export type Shape = Readonly<Record<string, string>>;

/** Kinds by path, as they are seen in one body after the other. */
export type Seen = Map<string, Set<string>>;

/** Fields whose values are words of the party's own, which say nothing of anybody. */
const SAYS_WHAT =
  /(stat(us|e)|situacao|tipo|type|kind|method|nature|natureza|currency|brand|code|reason|detail)$/i;
/** Where they are about a person, or about what only the card's owner knows. */
const SAYS_WHO =
  /security|cvv|cvc|auth|address|endereco|holder|titular|payer|pagador|customer|cliente|devedor|favorecido/i;
const WORD = /^([A-Za-z][A-Za-z_-]{1,39}|\d{1,5})$/;

const KINDS: readonly (readonly [kind: string, form: RegExp])[] = [
  ['<nothing>', /^$/],
  ['<email>', /^[^@\s]+@[^@\s]+$/],
  ['<url>', /^[a-z]+:\/\//],
  ['<date>', /^\d{4}-\d\d-\d\d/],
  ['<number>', /^-?\d+([.,]\d+)?$/],
  ['<id>', /^(?=.*\d)[\w.:=+/-]{12,}$/],
];

/** Nothing is kept of a value but its kind, save a word where the party says what something is. */
function kindOf(path: string, value: unknown): string {
  if (value === null || typeof value === 'boolean') return `${value}`;
  const text = `${value}`;
  if (SAYS_WHAT.test(path) && !SAYS_WHO.test(path) && WORD.test(text)) return text;
  if (typeof value === 'number') return '<number>';
  return KINDS.find(([, form]) => form.test(text))?.[0] ?? '<text>';
}

/** Adds a body in JSON or as a form; the elements of a list are told as one. */
export function see(seen: Seen, body: string): void {
  const add = (path: string, value: unknown): void => {
    if (typeof value !== 'object' || value === null) {
      seen.set(path, (seen.get(path) ?? new Set()).add(kindOf(path.replaceAll('[]', ''), value)));
    } else if (Array.isArray(value)) {
      for (const one of value) add(`${path}[]`, one);
    } else {
      for (const [name, one] of Object.entries(value)) {
        const known = isId(name) ? '<id>' : name;
        add(path === '' ? known : `${path}.${known}`, one);
      }
    }
  };
  add('', read(body));
}

export function shapeOf(seen: Seen): Shape {
  const all = [...seen].sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(all.map(([path, kinds]) => [path, [...kinds].sort().join('|')]));
}

/** `/v2/cob/<id>?inicio=<date>`: nothing that names a payment or a person. */
export function patternOf(path: string): string {
  const { pathname, searchParams } = new URL(path, 'https://party.invalid');
  const parts = pathname.split('/').map((part) => (isId(decodeURIComponent(part)) ? '<id>' : part));
  const query = [...searchParams].map(([name, value]) => `${name}=${kindOf(name, value)}`);
  return [parts.join('/'), ...(query.length === 0 ? [] : [query.sort().join('&')])].join('?');
}

function isId(part: string): boolean {
  return part.length > 24 || /[@+]/.test(part) || part.replaceAll(/\D/g, '').length > 3;
}

function read(body: string): unknown {
  if (body === '') return {};
  try {
    return JSON.parse(body);
  } catch {
    return body.includes('=') ? Object.fromEntries(new URLSearchParams(body)) : '<text>';
  }
}
