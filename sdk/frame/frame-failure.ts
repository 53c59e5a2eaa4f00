import { directiveToExtend } from '../../contract/policy-directive.ts';

/** Why a frame never said hello, as far as a page can know. */
export type FrameFailure = {
  /** Words for the developer, after the frame's origin: what to change. */
  why?: string;
  cause: 'csp' | 'network' | 'http' | 'refused' | 'unknown';
  /** The directive to extend and the source to add, where the cause is `csp`. */
  directive?: string;
  host?: string;
};

/** Report-only policies fire the same event and do not count. Returns what stops listening. */
export function watchPolicy(
  document: Document,
  origin: string,
  onBlocked: (failure: FrameFailure) => void,
): () => void {
  const listener = (event: SecurityPolicyViolationEvent) => {
    if (event.disposition !== 'enforce') return;
    if (!/^(frame|child|default)-src/.test(event.effectiveDirective)) return;
    if (!`${event.blockedURI}/`.startsWith(`${origin}/`)) return;
    const directive = directiveToExtend(event);
    const why = `is blocked by this page's content security policy: add it to ${directive}`;
    onBlocked({ why, cause: 'csp', directive, host: origin });
  };
  document.addEventListener('securitypolicyviolation', listener);
  return () => document.removeEventListener('securitypolicyviolation', listener);
}
