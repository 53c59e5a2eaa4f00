import { expose, releaseProxy, wrap } from 'comlink';
import type { ErrorData } from '../errors/checkout-error.ts';
import {
  answeredError,
  CheckoutError,
  errorData,
  toErrorData,
  withDetails,
} from '../errors/checkout-error.ts';
import { guardPort } from './guard.ts';
import type { Timers } from './timers.ts';

export type CallMap = { [name: string]: { argument: unknown; result: unknown } };

/** They may throw: the channel turns that into data. */
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
  /** What came with the greeting, if anything: `answer` of the call it answers. */
  told?: unknown;
};

type RemoteCalls = { [name: string]: (argument: unknown) => Promise<unknown> };

type Envelope = { ok: true; value: unknown } | { ok: false; error: ErrorData };

/** Through comlink behind the guard. Errors cross as data, without a stack, as `CheckoutError`. */
export function openChannel<Calls extends CallMap, Served extends CallMap>(options: {
  port: MessagePort;
  calls: readonly (keyof Calls & string)[];
  handlers: Handlers<Served>;
  timers: Timers;
  /** The last moment to say something before a flooded port is closed. */
  onFlood: () => void;
}): Channel<Calls> {
  const { port, handlers, timers } = options;
  const calls: readonly string[] = options.calls;
  const pending = new Set<(reason: ErrorData) => void>();
  let closed: ErrorData | null = null;

  const guard = guardPort({
    port,
    serves: new Set(Object.keys(handlers)),
    onFlood: () => {
      options.onFlood();
      close(flooded());
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
    for (const fail of [...pending]) fail(reason);
    pending.clear();
  }

  function call(name: string, argument: unknown, callOptions: CallOptions): Promise<unknown> {
    const { deadlineMs, phase, signal, answer } = callOptions;
    return new Promise((resolve, reject) => {
      const fail = (reason: ErrorData) => {
        settle();
        reject(new CheckoutError(withDetails(reason, { phase })));
      };
      const aborted = () => fail(errorData('ABORTED', 'the call was aborted'));
      let timer: unknown;
      const settle = () => {
        pending.delete(fail);
        timers.clear(timer);
        signal?.removeEventListener('abort', aborted);
      };

      if (closed !== null) return fail(closed);
      if (!calls.includes(name)) {
        // The guard would drop it, and the caller would wait for its deadline.
        return fail(errorData('CALL_NOT_ALLOWED', `no such call: ${name}`));
      }
      if (signal?.aborted) return aborted();

      Promise.resolve(answer ?? remote[name]?.(argument)).then(
        (answered) => {
          const { ok, value, error }: Answered = Object(answered);
          if (!ok) return fail(toReason(error));
          settle();
          resolve(value);
        },
        () => fail(errorData('INTERNAL', 'the call could not be sent')),
      );
      // What watches over the call is set up while the other side works on it.
      pending.add(fail);
      signal?.addEventListener('abort', aborted);
      timer = timers.set(() => {
        fail(errorData('TIMEOUT', `no answer within ${deadlineMs} ms`));
      }, deadlineMs);
    });
  }

  return { call: call as Channel<Calls>['call'], close, refused: guard.refused };
}

export function flooded(): ErrorData {
  return errorData('CHANNEL_FLOODED', 'too many malformed messages');
}

/** Wraps each handler so that it never throws: comlink would send the stack along. */
function toServed<Served extends CallMap>(handlers: Handlers<Served>) {
  const served: { [name: string]: (argument: unknown) => Promise<Envelope> } = {};
  for (const [name, handler] of Object.entries(handlers)) {
    served[name] = (argument) => toEnvelope(() => handler(argument));
  }
  return served;
}

/** Never rejects. */
export async function toEnvelope(work: () => Promise<unknown>): Promise<Envelope> {
  try {
    return { ok: true, value: await work() };
  } catch (thrown) {
    return { ok: false, error: toErrorData(thrown) };
  }
}

type Answered = { ok?: unknown; value?: unknown; error?: Partial<ErrorData> };

/** The other side is ours, but may be of another release: what is missing is made up for. */
function toReason(answered: Partial<ErrorData> | undefined): ErrorData {
  const { code, message, details, outcome } = { ...toErrorData(null), ...answered };
  return answeredError(code, message, details, outcome);
}
