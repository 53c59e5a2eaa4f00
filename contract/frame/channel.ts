import { expose, releaseProxy, wrap } from 'comlink';
import type { ErrorData } from '../checkout-error.ts';
import {
  answeredError,
  CheckoutError,
  errorData,
  toErrorData,
  withDetails,
} from '../checkout-error.ts';
import { guardPort } from './guard.ts';
import type { Timers } from './timers.ts';

/** What one side offers: a name, what it takes, what it gives. */
export type CallMap = { [name: string]: { argument: unknown; result: unknown } };

/** The functions behind the served names. They may throw; the channel turns that into data. */
export type Handlers<Calls extends CallMap> = {
  [Name in keyof Calls]: (argument: Calls[Name]['argument']) => Promise<Calls[Name]['result']>;
};

export type CallOptions = {
  /** After so long without an answer the call rejects with `TIMEOUT`. */
  deadlineMs: number;
  /** Named in `details.phase` of every failure of the call. */
  phase: string;
  signal?: AbortSignal | undefined;
  /** What the other side answered already, before there was a channel to ask it by. */
  answer?: unknown;
};

export type Channel<Calls extends CallMap> = {
  /**
   * Calls the other side. Always settles: with the answer, with the other side's error, or with
   * `CALL_NOT_ALLOWED` (at once), `TIMEOUT`, `ABORTED`, or the reason the channel was closed for.
   */
  call: <Name extends keyof Calls & string>(
    name: Name,
    argument: Calls[Name]['argument'],
    options: CallOptions,
  ) => Promise<Calls[Name]['result']>;
  /** Closes the port and rejects what is pending. Safe to call twice; the first reason stays. */
  close: (reason: ErrorData) => void;
  /** Messages the guard refused so far. */
  refused: () => number;
  /** What the other side answered with its greeting, if anything: `answer` of the call it answers. */
  told?: unknown;
};

type RemoteCalls = { [name: string]: (argument: unknown) => Promise<unknown> };

type Envelope = { ok: true; value: unknown } | { ok: false; error: ErrorData };

/**
 * Opens one end of the channel on `port`: serves `handlers` and calls the names in `calls`, both
 * through comlink behind the guard. Errors cross as data and are thrown here as `CheckoutError`;
 * no stack crosses.
 */
export function openChannel<Calls extends CallMap, Served extends CallMap>(options: {
  port: MessagePort;
  calls: readonly (keyof Calls & string)[];
  handlers: Handlers<Served>;
  timers: Timers;
  /** The last moment to say something before a flooded port is closed. */
  onFlood: () => void;
}): Channel<Calls> {
  const { port, handlers, timers } = options;
  const calls: ReadonlySet<string> = new Set(options.calls);
  const pending = new Set<(error: CheckoutError) => void>();
  let closed: ErrorData | null = null;

  const guard = guardPort({
    port,
    serves: new Set(Object.keys(handlers)),
    onFlood: () => {
      options.onFlood();
      close(errorData('CHANNEL_FLOODED', 'too many malformed messages'));
    },
  });
  expose(toServed(handlers), guard.endpoint);
  const remote = wrap<RemoteCalls>(guard.endpoint);

  function close(reason: ErrorData): void {
    if (closed !== null) return;
    closed = reason;
    // Comlink keeps what it wraps alive until it is released; what it posts for that goes nowhere.
    remote[releaseProxy]();
    guard.close();
    for (const reject of [...pending]) reject(new CheckoutError(reason));
    pending.clear();
  }

  function call(name: string, argument: unknown, callOptions: CallOptions): Promise<unknown> {
    const { deadlineMs, phase, signal, answer } = callOptions;
    return new Promise((resolve, reject) => {
      const fail = (error: CheckoutError) => {
        settle();
        reject(withPhase(error, phase));
      };
      const aborted = () => fail(new CheckoutError(errorData('ABORTED', 'the call was aborted')));
      const timer = timers.set(() => {
        fail(new CheckoutError(errorData('TIMEOUT', `no answer within ${deadlineMs} ms`)));
      }, deadlineMs);
      const settle = () => {
        pending.delete(fail);
        timers.clear(timer);
        signal?.removeEventListener('abort', aborted);
      };

      pending.add(fail);
      if (closed !== null) return fail(new CheckoutError(closed));
      if (!calls.has(name)) {
        // The guard would drop it, and the caller would wait for its deadline.
        return fail(new CheckoutError(errorData('CALL_NOT_ALLOWED', `no such call: ${name}`)));
      }
      if (signal?.aborted) return aborted();
      signal?.addEventListener('abort', aborted);

      Promise.resolve(answer ?? remote[name]?.(argument)).then(
        (answered) => {
          const envelope = readEnvelope(answered);
          if (!envelope.ok) return fail(new CheckoutError(envelope.error));
          settle();
          resolve(envelope.value);
        },
        () => fail(new CheckoutError(errorData('INTERNAL', 'the call could not be sent'))),
      );
    });
  }

  return { call: call as Channel<Calls>['call'], close, refused: guard.refused };
}

/** Wraps each handler so that it never throws: comlink would send the stack along. */
function toServed<Served extends CallMap>(handlers: Handlers<Served>) {
  const served: { [name: string]: (argument: unknown) => Promise<Envelope> } = {};
  for (const [name, handler] of Object.entries(handlers)) {
    served[name] = (argument) => toEnvelope(() => handler(argument));
  }
  return served;
}

/** What `work` gives or throws, as it crosses to the other side. Never rejects. */
export async function toEnvelope(work: () => Promise<unknown>): Promise<Envelope> {
  try {
    return { ok: true, value: await work() };
  } catch (thrown) {
    return { ok: false, error: toErrorData(thrown) };
  }
}

/** The other side is ours, but may be of another release: what is missing is made up for. */
function readEnvelope(answer: unknown): Envelope {
  const envelope = answer as { ok?: unknown; value?: unknown; error?: Partial<ErrorData> } | null;
  if (envelope?.ok) return { ok: true, value: envelope.value };
  const { code, message, details } = { ...toErrorData(null), ...envelope?.error };
  return { ok: false, error: answeredError(code, message, details) };
}

function withPhase(error: CheckoutError, phase: string): CheckoutError {
  return new CheckoutError(withDetails(toErrorData(error), { phase }));
}
