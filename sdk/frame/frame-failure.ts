import { directiveToExtend } from '../../contract/policy-directive.ts';

/** Why a frame never said hello, as far as a page can know. */
export type FrameFailure = {
  cause: 'csp' | 'network' | 'http' | 'refused' | 'unknown';
  /** The directive to extend and the source to add, where the cause is `csp`. */
  directive?: string;
  host?: string;
};

/** Words for the developer: what to change. */
export function explainFailure({ cause, directive }: FrameFailure, checkoutUrl: string): string {
  const why = {
    csp: `is blocked by this page's content security policy: add it to ${directive}`,
    network: 'could not be reached',
    http: 'answered with an error',
    refused: 'refuses this page or one around it: check origins, COEP and extensions',
    unknown: 'did not answer',
  };
  return `${checkoutUrl} ${why[cause]}`;
}

/**
 * Listens for the page's own policy blocking `origin`; report-only policies fire the same event
 * and do not count. Returns the function that stops listening.
 */
export function watchPolicy(
  document: Document,
  origin: string,
  onBlocked: (failure: FrameFailure) => void,
): () => void {
  const listener = (event: SecurityPolicyViolationEvent) => {
    if (event.disposition !== 'enforce') return;
    if (!/^(frame|child|default)-src/.test(event.effectiveDirective)) return;
    if (!`${event.blockedURI}/`.startsWith(`${origin}/`)) return;
    onBlocked({ cause: 'csp', directive: directiveToExtend(event), host: origin });
  };
  document.addEventListener('securitypolicyviolation', listener);
  return () => document.removeEventListener('securitypolicyviolation', listener);
}
