import type { Dispatcher } from 'undici';
import type { Shape } from './shape.ts';
import { joined, patternOf, shapeOf } from './shape.ts';

/** All calls of one step that ask for the same, as one. `statuses`: in the order they came. */
export type Call = { call: string; statuses: number[]; asked: Shape; told: Shape };

/** Writes down the form of what goes through a connection and comes back, and no value of it. */
export function createRecorder(hosts: Readonly<Record<string, string>>) {
  const roles = new Map(Object.entries(hosts).map(([role, origin]) => [origin, role]));
  let calls = new Map<string, Call>();

  function add(
    call: string,
    { status, asked, told }: { status: number; asked: string; told: string },
  ) {
    const before = calls.get(call) ?? { call, statuses: [], asked: {}, told: {} };
    calls.set(call, {
      call,
      statuses: before.statuses.includes(status) ? before.statuses : [...before.statuses, status],
      asked: joined(before.asked, shapeOf(asked)),
      told: joined(before.told, shapeOf(told)),
    });
  }

  function keep({ origin, method, path, body }: Dispatcher.DispatchOptions) {
    const call = `${method} ${roles.get(`${origin}`) ?? 'token'} ${patternOf(path)}`;
    const asked = typeof body === 'string' ? body : '';
    return (status: number, told: string) => add(call, { status, asked, told });
  }

  return {
    over: (connections: Dispatcher): Dispatcher =>
      connections.compose((dispatch) => (options, handler) => {
        return dispatch(options, listening(handler, keep(options)));
      }),
    /** A notice of the party's, with what it was answered. */
    hear: (status: number, body: string) => add('notice', { status, asked: body, told: '' }),
    /** What was called since it was last asked. */
    take(): Call[] {
      const taken = [...calls.values()];
      calls = new Map();
      return taken;
    },
  };
}

function listening(
  handler: Dispatcher.DispatchHandler,
  hear: (status: number, answer: string) => void,
): Dispatcher.DispatchHandler {
  const chunks: Buffer[] = [];
  let status = 0;
  return {
    onRequestStart: (...all) => handler.onRequestStart?.(...all),
    onResponseStart(controller, code, headers, message) {
      status = code;
      handler.onResponseStart?.(controller, code, headers, message);
    },
    onResponseData(controller, chunk) {
      chunks.push(chunk);
      handler.onResponseData?.(controller, chunk);
    },
    onResponseEnd(controller, trailers) {
      hear(status, Buffer.concat(chunks).toString('utf8'));
      handler.onResponseEnd?.(controller, trailers);
    },
    onResponseError(controller, error) {
      // An answer that never came is one as well.
      hear(status, '');
      handler.onResponseError?.(controller, error);
    },
  };
}
