/** A line about a call: no header, no body, no path, no id. */
export type OutgoingLogLine = {
  provider: string;
  account: string;
  host: string;
  verb: string;
  outcome: 'not_sent' | 'rejected' | 'answered' | 'duplicate' | 'unknown';
  cause: string | null;
  status: number | null;
  /** By which word of the system the connection failed; null where it did not, or said none. */
  error: string | null;
  durationMs: number;
  /** Until when this host is left alone after the call; null while it is not. */
  restsUntil: number | null;
};
