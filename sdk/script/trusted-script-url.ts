type TrustedPolicy = { createScriptURL: (url: string) => string };
type PolicyFactory = { createPolicy: (name: string, rules: TrustedPolicy) => TrustedPolicy };

/** One policy a page; a second copy of the sdk finds the first one's here. */
const POLICY = Symbol.for('checkout-sdk.policy');

type PolicyHome = Document & {
  readonly [POLICY]?: { policy: TrustedPolicy; allowed: Set<string> };
};

/**
 * The URL in the form a page under Trusted Types takes for a script. The policy, `checkout-sdk`, is
 * made at the first call and lets only URLs through that came this way. Throws where the page's
 * policy does not list it.
 */
export function trustedScriptUrl(url: string): string {
  const factory = (window as { trustedTypes?: PolicyFactory }).trustedTypes;
  if (factory === undefined) return url;
  const home: PolicyHome = document;
  if (home[POLICY] === undefined) {
    const allowed = new Set<string>();
    const policy = factory.createPolicy('checkout-sdk', {
      createScriptURL(wanted) {
        if (!allowed.has(wanted)) throw new TypeError('not a script of the checkout sdk');
        return wanted;
      },
    });
    Object.defineProperty(home, POLICY, { value: { policy, allowed } });
  }
  home[POLICY]?.allowed.add(url);
  return home[POLICY]?.policy.createScriptURL(url) ?? url;
}
