import { aborted, Failure } from './failure.ts';

/** Longer than any answer takes; a lost network must not hang the buyer. */
const CALL_DEADLINE_MS = 15_000;

export type Progress = { transStatus: 'Y' | 'A' | 'N' | 'U' | 'R' | 'C'; cancelled: boolean };

/** The calls of one session. Each rejects with a `Failure`; what is null there is not. */
export type BankCalls = {
  /** `method`: the path of the page by which the bank sees the browser. */
  begin(): Promise<{ transactionId: string; method: string | null }>;
  /** `challenge`: the path of the page where it asks the buyer. */
  authenticate(): Promise<Progress & { challenge: string | null }>;
  status(): Promise<Progress>;
};

export function createBankCalls(bank: string, session: string, signal: AbortSignal): BankCalls {
  // The bank's own server answers its own script: shapes are a matter between the two.
  const call = async (step: keyof BankCalls) => {
    if (signal.aborted) throw aborted();
    const controller = new AbortController();
    const abort = () => controller.abort();
    const timer = setTimeout(abort, CALL_DEADLINE_MS);
    signal.addEventListener('abort', abort);
    try {
      const url = `${bank}/3ds/sessions/${encodeURIComponent(session)}/${step}`;
      const response = await fetch(url, {
        method: 'POST',
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
    begin: () => call('begin'),
    authenticate: () => call('authenticate'),
    status: () => call('status'),
  };
}

function toFailure(status: number): Failure {
  if (status === 410) return new Failure('session_expired', 'the session is over');
  if (status >= 500) return new Failure('network', 'the bank is not available');
  return new Failure('protocol', `the bank refused the call (${status})`);
}
