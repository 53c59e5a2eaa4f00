export type Unsubscribe = () => void;

/** Handlers by event name. A handler that throws does not stop the others. */
export type Subscribers<Events extends object> = {
  on: <Name extends keyof Events>(
    name: Name,
    handler: (event: Events[Name]) => void,
  ) => Unsubscribe;
  /** Tells whether anybody took it: listens, and does not return false. */
  emit: <Name extends keyof Events>(name: Name, event: Events[Name]) => boolean;
  clear: () => void;
};

export function createSubscribers<Events extends object>(
  report: (thrown: unknown) => void,
): Subscribers<Events> {
  const handlers = new Map<keyof Events, Set<(event: never) => unknown>>();
  return {
    on(name, handler) {
      const set = handlers.get(name) ?? new Set();
      handlers.set(name, set.add(handler));
      return () => set.delete(handler);
    },
    emit(name, event) {
      let isTaken = false;
      for (const handler of [...(handlers.get(name) ?? [])]) {
        attempt(() => {
          isTaken = handler(event as never) !== false || isTaken;
        }, report);
      }
      return isTaken;
    },
    clear: () => handlers.clear(),
  };
}

/** A merchant's handler threw: their error goes where their uncaught errors go, ours goes on. */
export function reportLater(thrown: unknown): void {
  setTimeout(() => {
    throw thrown;
  });
}

/** Calls a merchant's callback, which must not stop us by throwing. */
export function attempt(callback: () => void, report = reportLater): void {
  try {
    callback();
  } catch (thrown) {
    report(thrown);
  }
}
