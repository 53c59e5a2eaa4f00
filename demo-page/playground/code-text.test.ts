import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { codeOf, literalOf } from './code-text.ts';
import type { ElementPlan } from './playground-options.ts';

/** What a script of somebody else makes of the literal; JSON, since its objects are of another realm. */
function readBack(literal: string): unknown {
  return JSON.parse(runInNewContext(`JSON.stringify(${literal})`));
}

const PLAN: ElementPlan = {
  kind: 'card',
  addresses: {
    publicKey: 'pk_test_no3ds',
    apiBaseUrl: 'https://api.test',
    checkoutUrl: 'https://frame.test',
  },
  init: { publicKey: 'pk_test_no3ds', apiBaseUrl: 'https://api.test' },
  mount: { amount: 15_990, referenceId: 'order-1', labels: { number: 'Número' } },
};

describe('data as code', () => {
  it.each([
    'plain',
    "it's",
    'say "card"',
    'back\\slash"',
    'two\nlines',
    '</script><script>alert(1)</script>',
    '<!--',
    '\u2028\u2029',
    '',
  ])('is read back as it was: %j', (text) => {
    expect(readBack(literalOf(text))).toBe(text);
    expect(readBack(literalOf({ [text]: text }))).toEqual({ [text]: text });
  });

  it('keeps numbers, truths, lists and what is inside of others', () => {
    const value = {
      amount: 1,
      isOn: true,
      fields: ['cvv'],
      empty: {},
      deep: { of: { them: 'x' } },
    };
    expect(readBack(literalOf(value))).toEqual(value);
  });

  it('never ends the script element it stands in', () => {
    expect(literalOf({ label: '</script>' })).not.toContain('</');
    expect(literalOf('<!--')).not.toContain('<');
  });

  it('breaks a line that would be long', () => {
    expect(literalOf({ a: 1 })).toBe('{ a: 1 }');
    expect(literalOf({ first: 'x'.repeat(30), second: 2 })).toBe(
      `{\n  first: '${'x'.repeat(30)}',\n  second: 2,\n}`,
    );
  });
});

describe('the code to paste', () => {
  it('loads the served script, or the package with the address of the frame', () => {
    const script = codeOf('script', PLAN);
    expect(script).toContain(
      '<script src="https://api.test/checkout/sdk/checkout-sdk.js"></script>',
    );
    expect(script).not.toContain('checkoutUrl');
    const npm = codeOf('npm', PLAN);
    expect(npm).toContain("import { init } from 'checkout-sdk';");
    expect(npm).toContain("checkoutUrl: 'https://frame.test'");
  });

  it.each([
    ['card', 'mountCardElement', ['onResult', 'onError']],
    ['payment', 'mountPaymentElement', ['endpoint', 'onPaid', 'onPending']],
  ] as const)('makes the calls of the plan for %s', (kind, mounts, added) => {
    const code = codeOf('script', { ...PLAN, kind });
    const [, script = ''] = /<script>([\s\S]*)<\/script>/.exec(code) ?? [];
    const calls: unknown[] = [];
    runInNewContext(script, {
      document: { querySelector: () => ({}) },
      CheckoutSDK: {
        init: (given: object) => {
          calls.push(given);
          return { [mounts]: (...all: unknown[]) => calls.push(...all) };
        },
      },
    });
    const handlers = Object.fromEntries(added.map((name) => [name, expect.anything()]));
    expect(calls).toMatchObject([PLAN.init, '#card', { ...PLAN.mount, ...handlers }]);
  });
});
