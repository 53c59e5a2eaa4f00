import type { Dispatcher } from 'undici';
import type { Timers } from '../../base/shared/periodic.ts';
import { CONNECT_DEADLINE_MS } from './agent.ts';
import type { OutgoingAnswer, RawAnswer } from './answer.ts';

const MAX_ANSWER_BYTES = 1024 * 1024;

/** One request, whole. `path` is everything behind the host. */
export type OutgoingRequest = {
  origin: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  headers: Readonly<Record<string, string>>;
  body: string | null;
};

export type Exchanged =
  | { kind: 'arrived'; answer: RawAnswer }
  | Extract<OutgoingAnswer, { kind: 'not_sent' | 'unknown' }>;

/** Never throws. Once its first byte is handed to the connection, what goes wrong is `unknown`. */
export function exchange(
  { origin, method, path, headers, body }: OutgoingRequest,
  options: {
    dispatcher: Dispatcher;
    timers: Timers;
    deadlineMs: number;
    signal: AbortSignal;
    /** By which word of the system the connection failed, such as `ENOTFOUND`. */
    onError: (code: string) => void;
  },
): Promise<Exchanged> {
  const { dispatcher, timers, deadlineMs, signal, onError } = options;
  return new Promise((resolve) => {
    let isWritten = false;
    let isOver = false;
    let stop: (() => void) | null = null;
    let answer: RawAnswer | null = null;
    const chunks: Buffer[] = [];
    let length = 0;

    function end(outcome: Exchanged): void {
      if (isOver) return;
      isOver = true;
      cancelConnect();
      cancelAll();
      signal.removeEventListener('abort', giveUp);
      resolve(outcome);
      if (outcome.kind !== 'arrived') stop?.();
    }

    function endWithout(
      unsent: Extract<OutgoingAnswer, { kind: 'not_sent' }>['cause'],
      unknown: Extract<OutgoingAnswer, { kind: 'unknown' }>['cause'],
    ): void {
      end(isWritten ? { kind: 'unknown', cause: unknown } : { kind: 'not_sent', cause: unsent });
    }

    function giveUp(): void {
      endWithout('given_up', 'given_up');
    }

    const cancelConnect = timers.after(CONNECT_DEADLINE_MS, () => {
      if (!isWritten) end({ kind: 'not_sent', cause: 'no_connection' });
    });
    const cancelAll = timers.after(deadlineMs, () => endWithout('no_connection', 'timeout'));
    signal.addEventListener('abort', giveUp);
    if (signal.aborted) {
      giveUp();
      return;
    }

    dispatcher.dispatch(
      { origin, method, path, headers, body },
      {
        onRequestStart(controller) {
          stop = () => controller.abort(new Error('given up'));
          // Given up while it waited for a connection: aborted here, nothing of it is written.
          if (isOver) stop();
          else isWritten = true;
        },
        onResponseStart(_controller, status, received) {
          const { 'retry-after': retryAfter } = received;
          answer = { status, text: '', retryAfter: `${retryAfter ?? ''}` || null };
        },
        onResponseData(_controller, chunk) {
          length += chunk.byteLength;
          if (length > MAX_ANSWER_BYTES) end({ kind: 'unknown', cause: 'too_long' });
          else chunks.push(chunk);
        },
        onResponseEnd() {
          if (answer === null) return endWithout('no_connection', 'cut');
          const text = Buffer.concat(chunks).toString('utf8');
          end({ kind: 'arrived', answer: { ...answer, text } });
        },
        onResponseError(_controller, error) {
          const code = 'code' in error ? `${error.code}` : '';
          if (!isOver && /^[A-Z][A-Z0-9_]+$/.test(code)) onError(code);
          endWithout('no_connection', 'cut');
        },
      },
    );
  });
}
