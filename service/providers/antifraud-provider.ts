/**
 * Judges the risk of a charge by the buyer's device: its script runs in a document of its own at
 * the 3-D Secure stage's origin, under the id of our antifraud session, which the charge names too.
 */
export interface AntifraudProvider {
  /** The one origin that its script comes from, and all that the document may speak to. */
  readonly host: string;
  scriptUrl(sessionId: string): string;
}
