export type FailureCode = 'session_expired' | 'network' | 'protocol' | 'aborted';

export class Failure extends Error {
  readonly code: FailureCode;

  constructor(code: FailureCode, message: string) {
    super(message);
    this.name = 'SandboxThreeDSError';
    this.code = code;
  }
}

export function aborted(): Failure {
  return new Failure('aborted', 'the caller aborted the authentication');
}
