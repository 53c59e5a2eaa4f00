export type AnswerGate = {
  pass<Answer>(handle: () => Answer | Promise<Answer>): Promise<Answer>;
  /** Resolves when no more requests come and none is worked on, or after a second. */
  shut(): Promise<void>;
  open(): void;
};

const QUIET_MS = 30;
const QUIET_ROUNDS = 33;

/**
 * Closing a port resets connections that the process has not taken in, and an answer makes a caller
 * open its next one. So answers are held back until all callers wait, and leave once the port is
 * closed. Decision: at most a second, since callers who wait for no answer never stop.
 */
export function createAnswerGate(): AnswerGate {
  const requests = { begun: 0, running: 0 };
  let isOpen: Promise<void> | undefined;
  let open: () => void = () => undefined;

  const wasQuiet = async () => {
    const { begun } = requests;
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
    return requests.begun === begun && requests.running === 0;
  };

  return {
    async pass(handle) {
      requests.begun += 1;
      requests.running += 1;
      try {
        return await handle();
      } finally {
        requests.running -= 1;
        await isOpen;
      }
    },
    async shut() {
      isOpen = new Promise((resolve) => {
        open = resolve;
      });
      for (let round = 0; round < QUIET_ROUNDS; round += 1) if (await wasQuiet()) break;
      // After a timer the loop takes in the connections that have come, and then does this.
      await new Promise((resolve) => setImmediate(resolve));
    },
    open: () => open(),
  };
}
