/** A provider that does not answer: settles only when the caller gives up. */
export function never(signal: AbortSignal): Promise<never> {
  return new Promise<never>((_, reject) => {
    const giveUp = () => reject(new Error('the call was given up'));
    if (signal.aborted) giveUp();
    else signal.addEventListener('abort', giveUp, { once: true });
  });
}
