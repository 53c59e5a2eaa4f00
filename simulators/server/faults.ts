import type { PartyAnswer, PartyRequest } from './exchange.ts';
import { matchPath } from './exchange.ts';
import type { Clock } from './harness.ts';

export type Fault =
  /** Done at once, told only after that time. */
  | { kind: 'answer_late'; afterMs: number }
  /** Done only after that time, when the caller may have given up: a late booking. */
  | { kind: 'book_late'; afterMs: number }
  /** Done, and the connection cut before the answer. */
  | { kind: 'commit_and_cut' }
  /** Cut before anything was done. */
  | { kind: 'cut' }
  /** A gateway's page of HTML in place of the answer. */
  | { kind: 'html_error'; status: 502 | 503 | 504; isCommitted: boolean }
  /** Done, and told by a 200 with nothing in it. */
  | { kind: 'empty_answer' }
  /** A gateway on the way sent it twice: the answer to the second is what the caller sees. */
  | { kind: 'done_twice' }
  /** Not done; answered so. */
  | { kind: 'answer'; answer: PartyAnswer };

/** Which request a fault is meant for: the next one, of this method, of this path as a route's. */
export type FaultTarget = { method?: string; path?: string };

export type OrderedFault = {
  /** Resolves once its request has arrived. */
  taken: Promise<void>;
  release: () => void;
  /** Resolves once its request is answered, or cut. */
  finished: Promise<void>;
};

export type Faults = { next: (target: FaultTarget, fault: Fault) => OrderedFault };

type Waiting = {
  target: FaultTarget;
  fault: Fault;
  released: Promise<void>;
  take: () => void;
  finish: () => void;
};

type Outcome = PartyAnswer | 'cut';

/** `run` gives a request's outcome; what is still held when `closed` resolves is never done. */
export function createFaults({ clock, closed }: { clock: Clock; closed: Promise<void> }) {
  const waiting: Waiting[] = [];

  function next(target: FaultTarget, fault: Fault): OrderedFault {
    const taken = signal();
    const released = signal();
    const finished = signal();
    const { promise } = released;
    const [take, finish] = [taken.resolve, finished.resolve];
    waiting.push({ target, fault, released: promise, take, finish });
    return { taken: taken.promise, release: released.resolve, finished: finished.promise };
  }

  async function run(
    request: PartyRequest,
    handle: () => PartyAnswer,
  ): Promise<{ outcome: Outcome; finish: () => void }> {
    const at = waiting.findIndex(({ target }) => isMeant(target, request));
    const one = waiting[at];
    if (one === undefined) return { outcome: handle(), finish: () => undefined };
    waiting.splice(at, 1);
    one.take();
    return { outcome: await suffer(one, handle), finish: one.finish };
  }

  async function suffer({ fault, released }: Waiting, handle: () => PartyAnswer): Promise<Outcome> {
    /** Whether the party is still there after that time. */
    async function lasts(afterMs: number): Promise<boolean> {
      const over = closed.then(() => false);
      return Promise.race([over, clock.after(afterMs).then(() => true), released.then(() => true)]);
    }

    switch (fault.kind) {
      case 'answer_late': {
        const answer = handle();
        return (await lasts(fault.afterMs)) ? answer : 'cut';
      }
      case 'book_late':
        return (await lasts(fault.afterMs)) ? handle() : 'cut';
      case 'commit_and_cut':
        handle();
        return 'cut';
      case 'cut':
        return 'cut';
      case 'html_error':
        if (fault.isCommitted) handle();
        return {
          status: fault.status,
          headers: { 'content-type': 'text/html' },
          body: '<html><body><h1>Bad Gateway</h1></body></html>',
        };
      case 'empty_answer':
        handle();
        return { status: 200 };
      case 'done_twice':
        handle();
        return handle();
      case 'answer':
        return fault.answer;
      default:
        return fault satisfies never;
    }
  }

  return { next, run };
}

function isMeant({ method, path }: FaultTarget, request: PartyRequest): boolean {
  if (method !== undefined && method !== request.method) return false;
  return path === undefined || matchPath(path, request.path) !== null;
}

export function signal() {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
