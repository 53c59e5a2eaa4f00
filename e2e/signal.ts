/** An event that one part of a test waits for and another part reports once, without a clock. */
export type Signal = { told: Promise<void>; tell(): void };

export function newSignal(): Signal {
  let tell = () => {};
  const told = new Promise<void>((resolve) => {
    tell = resolve;
  });
  return { told, tell };
}
