/**
 * Sent with what a page asks for by itself, and nobody by hand. No form and no page elsewhere can
 * send a header of a name of its own.
 */
const HEADER = 'x-live-refresh';

/**
 * Whether a page asks for itself again. Decision: that is no use of a session, or one at an open
 * page would never end by being idle; it is answered 401 where the session is over, in place of the
 * sign-in page, and a notice waits for the next page that somebody opens.
 */
export function isLiveRequest({ method, headers }: Pick<Request, 'method' | 'headers'>): boolean {
  return method === 'GET' && headers.has(HEADER);
}
