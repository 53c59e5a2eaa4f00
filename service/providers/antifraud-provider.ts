/**
 * Whoever judges the risk of a charge by the buyer's device, beside the acquirer that charges it: its
 * script runs in a document of its own at the 3-D Secure stage's origin, under the id of our
 * antifraud session, and the charge names the same session.
 */
export interface AntifraudProvider {
  /** The one origin that its script comes from, and all that the document may speak to. */
  readonly host: string;
  /** The address of its script for one session of ours. */
  scriptUrl(sessionId: string): string;
}
