import { directiveToExtend } from '../policy-directive.ts';

/** Report-only policies fire the same event and do not count. Returns what stops listening. */
export function watchBlocked(
  document: Document,
  isOurs: (event: SecurityPolicyViolationEvent) => boolean,
  onBlocked: (why: string, directive: string) => void,
): () => void {
  const listener = (event: SecurityPolicyViolationEvent) => {
    if (event.disposition !== 'enforce' || !isOurs(event)) return;
    const directive = directiveToExtend(event);
    onBlocked(
      `is blocked by this page's content security policy: add it to ${directive}`,
      directive,
    );
  };
  document.addEventListener('securitypolicyviolation', listener);
  return () => document.removeEventListener('securitypolicyviolation', listener);
}
