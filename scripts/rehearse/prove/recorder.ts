import type { Dispatcher } from 'undici';
import type { Seen, Shape } from './shape.ts';
import { patternOf, see, shapeOf } from './shape.ts';

/** All calls of one step that ask for the same, as one. */
export type Call = { call: string; statuses: number[]; asked: Shape; told: Shape };

/** Writes down the form of what goes through a connection and comes back, and no value of it. */
export function createRecorder(hosts: Readonly<Record<string, string>>) {
  const roleOf = (origin: string) => Object.keys(hosts).find((role) => hosts[role] === origin);
  const calls = new Map<string, { statuses: Set<number>; asked: Seen; told: Seen }>();

  function add(call: string, status: number, { asked = '', told = '' }): void {
    const seen = calls.get(call) ?? { statuses: new Set(), asked: new Map(), told: new Map() };
    calls.set(call, seen);
    seen.statuses.add(status);
    see(seen.asked, asked);
    see(seen.told, told);
  }

  /** The same handler, overheard; one is made for each request. */
  function overhear(
    { origin, method, path, body }: Dispatcher.DispatchOptions,
    handler: Dispatcher.DispatchHandler,
  ): Dispatcher.DispatchHandler {
    const call = `${method} ${roleOf(`${origin}`)} ${patternOf(path)}`;
    const chunks: Buffer[] = [];
    let status = 0;
    const end = () => {
      const told = Buffer.concat(chunks).toString('utf8');
      add(call, status, { asked: typeof body === 'string' ? body : '', told });
    };
    return {
      onRequestStart: (...all) => handler.onRequestStart?.(...all),
      onResponseStart(...all) {
        [, status] = all;
        handler.onResponseStart?.(...all);
      },
      onResponseData(...all) {
        chunks.push(all[1]);
        handler.onResponseData?.(...all);
      },
      onResponseEnd(...all) {
        end();
        handler.onResponseEnd?.(...all);
      },
      onResponseError(...all) {
        // An answer that never came is one as well.
        end();
        handler.onResponseError?.(...all);
      },
    };
  }

  return {
    over: (connections: Dispatcher): Dispatcher =>
      connections.compose((dispatch) => (options, handler) => {
        return dispatch(options, overhear(options, handler));
      }),
    /** A notice of the party's, with what it was answered. */
    hear: (status: number, asked: string) => add('notice', status, { asked }),
    /** What was called since it was last asked. */
    take(): Call[] {
      const taken = [...calls].map(([call, { statuses, asked, told }]) => {
        return { call, statuses: [...statuses], asked: shapeOf(asked), told: shapeOf(told) };
      });
      calls.clear();
      return taken;
    },
  };
}
