/** The directive asked, then what stands in for it. Source: CSP 3, 6.8.3. */
const ASKED: { [directive: string]: readonly [asked: string, otherwise: string] } = {
  'script-src-elem': ['script-src-elem', 'script-src'],
  'frame-src': ['frame-src', 'child-src'],
};

/** Of a `securitypolicyviolation`; the policy is not told by every engine. */
export type PolicyViolation = { effectiveDirective: string; originalPolicy?: string };

/**
 * The one it has that was asked in the end. One that it does not have is not advised where another
 * speaks for it: it would put all that one allows out of force.
 */
export function directiveToExtend({ effectiveDirective, originalPolicy }: PolicyViolation): string {
  const has = (name: string) =>
    new RegExp(`(^|[;,])\\s*${name}\\s`, 'i').test(`${originalPolicy} `);
  const written = ASKED[effectiveDirective]?.find(has);
  return written ?? effectiveDirective.replace('-elem', '');
}
