import { watchBlocked } from '../../contract/frame/watch-blocked.ts';

/** Why a frame never said hello, as far as a page can know. */
export type FrameFailure = {
  /** Words for the developer, after the frame's origin: what to change. */
  why?: string;
  cause: 'csp' | 'network' | 'http' | 'refused' | 'unknown';
  /** The directive to extend and the source to add, where the cause is `csp`. */
  directive?: string;
  host?: string;
};

export function watchPolicy(
  document: Document,
  origin: string,
  onBlocked: (failure: FrameFailure) => void,
): () => void {
  return watchBlocked(
    document,
    ({ effectiveDirective, blockedURI }) =>
      /^(frame|child|default)-src/.test(effectiveDirective) &&
      `${blockedURI}/`.startsWith(`${origin}/`),
    (why, directive) => onBlocked({ why, cause: 'csp', directive, host: origin }),
  );
}
