import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

// What an editor shows over an option is the comment above it; these are the options of a merchant.

const TYPES: { readonly [file: string]: readonly string[] } = {
  'contract/appearance.ts': ['AppearanceVariables', 'Appearance'],
  'contract/frame/card-calls.ts': ['CardAppearance', 'AskedOptions'],
  'sdk/card-flow/card-input.ts': ['CardInput', 'CardPaymentInput'],
  'sdk/element/card-element-options.ts': [
    'AskWholeCard',
    'AskCvvAlone',
    'PaymentOptions',
    'CardElementOptions',
  ],
  'sdk/element/card-element.ts': ['CardElementEvents', 'CardElement'],
  'sdk/flows/handle-pending-three-ds.ts': ['HandlePendingOptions'],
  'sdk/flows/process-card-payment.ts': ['ProcessInput'],
  'sdk/init.ts': ['CheckoutClient'],
  'sdk/payment/build-payin-payload.ts': ['PayinBase'],
  'sdk/payment/customer-input.ts': ['CustomerInput'],
  'sdk/payment/payin-answer.ts': ['PayinBy<Method extends PaymentMethod>'],
  'sdk/payment/prepared-card.ts': ['PrepareInput', 'PreparedCard'],
  'sdk/payment-element/payment-element.ts': ['PaymentElementOptions', 'PaymentElement'],
  'sdk/pix/pix-element.ts': ['PixElementOptions', 'PixElementUpdate'],
  'sdk/shared/client-settings.ts': ['InitOptions'],
};

/** The parameters of a function, which end with a comma, are told in the comment above it. */
const MEMBER = /^ +(?:readonly )?\w+\??: .*[^,]$/;

/** The lines of a type, from its name to the first line that ends it. */
function linesOf(file: string, name: string): string[] {
  const text = readFileSync(join(import.meta.dirname, '..', file), 'utf8');
  const [, body] = new RegExp(`\\ntype ${name} = ([\\s\\S]*?)\\n[})]`).exec(
    text.replaceAll('\nexport type', '\ntype'),
  ) ?? [null, ''];
  return (body ?? '').split('\n');
}

describe.each(Object.entries(TYPES))('in %s', (file, names) => {
  it.each(names)('every option of %s has a comment of its own', (name) => {
    const lines = linesOf(file, name);
    const members = lines.flatMap((line, at) => (MEMBER.test(line) ? [at] : []));
    expect(members.length).toBeGreaterThan(0);
    const silent = members.filter((at) => !lines[at - 1]?.endsWith('*/'));
    expect(silent.map((at) => lines[at]?.trim())).toEqual([]);
  });
});
