import type { ElementPlan } from './playground-options.ts';
import type { ElementKind, Plain, PlainValue } from './playground-sdk.ts';

export const CODE_KINDS = ['script', 'npm'] as const;
export type CodeKind = (typeof CODE_KINDS)[number];

/** The code that makes the element of this plan, to be pasted as it is. Holds no secret. */
export function codeOf(kind: CodeKind, plan: ElementPlan): string {
  return kind === 'script' ? scriptCode(plan) : npmCode(plan);
}

function scriptCode({ kind, addresses, init, mount }: ElementPlan): string {
  return `<div id="card"></div>
<button id="pay" type="button">Pagar</button>

<script src="${addresses.apiBaseUrl}/checkout/sdk/checkout-sdk.js"></script>
<script>
${indent(`const client = CheckoutSDK.init(${literalOf(init)});
${mountCode(kind, mount)}`)}
</script>
`;
}

function npmCode({ kind, addresses, init, mount }: ElementPlan): string {
  const { checkoutUrl } = addresses;
  return `import { init } from 'checkout-sdk';

// <div id="card"></div> <button id="pay" type="button">Pagar</button>
const client = init(${literalOf({ ...init, checkoutUrl })});
${mountCode(kind, mount)}
`;
}

function mountCode(kind: ElementKind, mount: Plain): string {
  const { call, lines } = CALLS[kind];
  return `const element = client.${call}('#card', ${literalOf(mount, lines)});
const pay = document.querySelector('#pay');
pay.onclick = () => element.submit().catch(() => {});`;
}

type Call = { call: string; lines: readonly string[] };

export const CALLS: { readonly [kind in ElementKind]: Call } = {
  card: {
    call: 'mountCardElement',
    lines: [
      '// Mande ao seu back end, que chama POST /payin.',
      'onResult: (prepared) => console.log(prepared),',
      'onError: (error) => console.log(error.userMessage),',
    ],
  },
  payment: {
    call: 'mountPaymentElement',
    lines: [
      '// Seu back end: checkout.pay() de checkout-sdk/server.',
      "endpoint: '/pay',",
      'onPaid: ({ payin }) => console.log(payin.status),',
      'onPending: ({ payin }) => console.log(payin.status),',
    ],
  },
};

export function updateCode(changes: Plain): string {
  return `element.update(${literalOf(changes)});`;
}

/** Data as somebody would write it in a script, with more lines at the end of the outermost. */
export function literalOf(value: PlainValue, moreLines: readonly string[] = []): string {
  if (typeof value === 'string') return quote(value);
  if (typeof value !== 'object') return String(value);
  if (isList(value)) return `[${value.map((one) => literalOf(one)).join(', ')}]`;
  const entries = Object.entries(value).map(([name, one]) => `${keyOf(name)}: ${literalOf(one)}`);
  const lines = [...entries.map((entry) => `${entry},`), ...moreLines];
  const inOneLine = `{ ${entries.join(', ')} }`;
  const isShort = moreLines.length === 0 && inOneLine.length <= SHORT && !inOneLine.includes('\n');
  if (entries.length === 0 && moreLines.length === 0) return '{}';
  return isShort ? inOneLine : `{\n${indent(lines.join('\n'))}\n}`;
}

const SHORT = 44;

function isList(value: readonly PlainValue[] | Plain): value is readonly PlainValue[] {
  return Array.isArray(value);
}

function keyOf(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quote(name);
}

/** A string literal; what would end it, its line or the script element around it is escaped. */
function quote(text: string): string {
  const inside = JSON.stringify(text)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replaceAll("'", "\\'")
    .replaceAll('<', '\\x3C')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
  return `'${inside}'`;
}

function indent(text: string): string {
  return text.replace(/^(?=.)/gm, '  ');
}
