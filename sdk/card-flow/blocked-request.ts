import type { CheckoutErrorDetails } from '../../contract/errors/checkout-error-code.ts';
import { directiveToExtend } from '../../contract/policy-directive.ts';

type Blocked = Pick<CheckoutErrorDetails['NETWORK'], 'cause' | 'directive' | 'host'>;

export type RequestWatch = {
  /** What to add to which directive; null where no policy blocked it. For a request that failed. */
  blocked: () => Promise<Blocked | null>;
  stop: () => void;
};

/** Watches if the page's own policy blocks requests to `origin`. Nothing blocks one on a server. */
export function watchRequest(origin: string): RequestWatch {
  let blocked: Blocked | null = null;
  const listener = (event: SecurityPolicyViolationEvent) => {
    if (event.disposition !== 'enforce') return;
    if (!/^(connect|default)-src/.test(event.effectiveDirective)) return;
    if (!`${event.blockedURI}/`.startsWith(`${origin}/`)) return;
    blocked = { cause: 'csp', directive: directiveToExtend(event), host: origin };
  };
  const document = globalThis.document as Document | undefined;
  document?.addEventListener('securitypolicyviolation', listener);
  return {
    async blocked() {
      // Engines tell of a blocked request in a task of its own, after it has failed.
      if (document !== undefined) await nextTask();
      return blocked;
    },
    stop: () => document?.removeEventListener('securitypolicyviolation', listener),
  };
}

/** A message is a task as well, also where a page holds its timers back. */
function nextTask(): Promise<unknown> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = resolve;
    port2.postMessage(null);
  }).finally(() => port1.close());
}
