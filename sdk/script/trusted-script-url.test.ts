import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { trustedScriptUrl } from './trusted-script-url.ts';

const URL_ONE = 'https://bank.test/sdk.js';
const URL_TWO = 'https://bank.test/other.js';

type Rules = { createScriptURL: (url: string) => string };

/** A page under Trusted Types, which makes each policy once and refuses what it does not list. */
function pageThatAllows(...allowed: string[]) {
  const made: string[] = [];
  const createPolicy = vi.fn((name: string, rules: Rules) => {
    if (!allowed.includes(name) || made.includes(name)) throw new TypeError(`refused: ${name}`);
    made.push(name);
    return rules;
  });
  vi.stubGlobal('trustedTypes', { createPolicy });
  return createPolicy;
}

/** A second copy of the sdk in the same page. */
async function secondCopy() {
  vi.resetModules();
  const copy = await import('./trusted-script-url.ts');
  return copy.trustedScriptUrl;
}

// The policy stays with its document for good, so each test gets a document of its own.
beforeEach(() => {
  vi.stubGlobal('document', document.implementation.createHTMLDocument());
});

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('trustedScriptUrl', () => {
  it('gives the address itself where nothing is asked of scripts', () => {
    expect(trustedScriptUrl(URL_ONE)).toBe(URL_ONE);
  });

  it('makes one policy, named checkout-sdk, and only when a script is needed', () => {
    const createPolicy = pageThatAllows('checkout-sdk');
    expect(createPolicy).not.toHaveBeenCalled();
    expect(trustedScriptUrl(URL_ONE)).toBe(URL_ONE);
    expect(trustedScriptUrl(URL_TWO)).toBe(URL_TWO);
    expect(createPolicy.mock.calls.map(([name]) => name)).toEqual(['checkout-sdk']);
  });

  it('shares the policy with a second copy of the sdk', async () => {
    const createPolicy = pageThatAllows('checkout-sdk');
    trustedScriptUrl(URL_ONE);
    const copy = await secondCopy();
    expect(copy).not.toBe(trustedScriptUrl);
    expect(copy(URL_TWO)).toBe(URL_TWO);
    expect(createPolicy).toHaveBeenCalledOnce();
  });

  it('throws where the policy of the page does not list it', () => {
    pageThatAllows('other');
    expect(() => trustedScriptUrl(URL_ONE)).toThrow(TypeError);
  });

  it.each([URL_TWO, `${URL_ONE}?x`, 'data:text/javascript,alert(1)', ''])(
    'lets no other address through its policy: "%s"',
    (other) => {
      const createPolicy = pageThatAllows('checkout-sdk');
      trustedScriptUrl(URL_ONE);
      const rules = createPolicy.mock.calls[0]![1];
      expect(() => rules.createScriptURL(other)).toThrow(TypeError);
      expect(rules.createScriptURL(URL_ONE)).toBe(URL_ONE);
    },
  );
});
