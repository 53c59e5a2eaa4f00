import type { AntifraudResult } from '../../contract/card/antifraud.ts';

/** Lets an antifraud's script see the device under a session; resolves when it has run. */
export type ProfileDevice = (sessionId: string) => Promise<unknown>;

/**
 * The same session, once an antifraud's script has seen the device under it. A script that hangs or
 * is blocked holds a payment no longer than `deadlineMs`, which is from now on and for both.
 */
export async function withDevice(
  session: Promise<AntifraudResult>,
  profile: ProfileDevice,
  deadlineMs: number,
): Promise<AntifraudResult> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isOver = new Promise((resolve) => {
    timer = setTimeout(resolve, deadlineMs);
  });
  try {
    const result = await session;
    if (result.sessionId !== null) {
      await Promise.race([profile(result.sessionId).catch(() => undefined), isOver]);
    }
    return result;
  } finally {
    clearTimeout(timer);
  }
}
