/** A signal that aborts with the first of the given ones, and the way to stop listening to them. */
export function eitherSignal(...signals: (AbortSignal | undefined)[]): {
  signal: AbortSignal;
  release: () => void;
} {
  const controller = new AbortController();
  const abort = () => controller.abort();
  for (const signal of signals) {
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort);
  }
  return {
    signal: controller.signal,
    release: () => {
      for (const signal of signals) signal?.removeEventListener('abort', abort);
    },
  };
}

/** Runs `work` with a signal that aborts with the first of these. */
export async function untilEither<Result>(
  signals: (AbortSignal | undefined)[],
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const { signal, release } = eitherSignal(...signals);
  return work(signal).finally(release);
}
