/** Something a test waits for and something else of it tells, once: no clock is asked. */
export type Signal = { told: Promise<void>; tell(): void };

export function newSignal(): Signal {
  let tell = () => {};
  const told = new Promise<void>((resolve) => {
    tell = resolve;
  });
  return { told, tell };
}
