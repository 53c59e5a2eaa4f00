/** A browser's call for a session that cannot be used. */
export class SessionError extends Error {
  readonly code: 'session_unknown' | 'session_expired';

  constructor(code: 'session_unknown' | 'session_expired') {
    super(code);
    this.name = 'SessionError';
    this.code = code;
  }
}
