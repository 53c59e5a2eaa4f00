import { aborted, Failure } from './failure.ts';

/** Longer than any answer takes; a lost network must not hang the buyer. */
const CALL_DEADLINE_MS = 15_000;

export type Progress = { transStatus: 'Y' | 'A' | 'N' | 'U' | 'R' | 'C'; cancelled: boolean };

/** The calls of one session. Each rejects with a `Failure`. */
export type BankCalls = {
  versions(body: { nonce: string }): Promise<{
    transactionId: string;
    method: { threeDSMethodURL: string; threeDSMethodData: string } | null;
  }>;
  authenticate(body: object): Promise<
    Progress & {
      challenge: { acsURL: string; creq: string; threeDSSessionData: string } | null;
    }
  >;
  status(): Promise<Progress>;
};

export function createBankCalls(bank: string, session: string, signal: AbortSignal): BankCalls {
  // The bank's own server answers its own script: shapes are a matter between the two.
  const call = async (step: string, body: object) => {
    if (signal.aborted) throw aborted();
    const controller = new AbortController();
    const abort = () => controller.abort();
    const timer = setTimeout(abort, CALL_DEADLINE_MS);
    signal.addEventListener('abort', abort);
    try {
      const url = `${bank}/3ds/sessions/${encodeURIComponent(session)}/${step}`;
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        credentials: 'omit',
        cache: 'no-store',
        referrerPolicy: 'no-referrer',
        signal: controller.signal,
      });
      if (response.ok) return await response.json();
      throw toFailure(response.status);
    } catch (cause) {
      if (signal.aborted) throw aborted();
      if (cause instanceof Failure) throw cause;
      throw new Failure('network', 'the bank could not be reached');
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    }
  };
  return {
    versions: (body) => call('versions', body),
    authenticate: (body) => call('authenticate', body),
    status: () => call('status', {}),
  };
}

function toFailure(status: number): Failure {
  if (status === 410) return new Failure('session_expired', 'the session is over');
  if (status >= 500) return new Failure('network', 'the bank is not available');
  return new Failure('protocol', `the bank refused the call (${status})`);
}
