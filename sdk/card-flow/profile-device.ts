import type { AntifraudResult } from '../../contract/card/antifraud.ts';

/** Lets an antifraud's script see the device under a session; resolves when it has run. */
export type ProfileDevice = (sessionId: string) => Promise<unknown>;

/** Where the script hangs or is blocked, session and script take `deadlineMs` from now at most. */
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
