import type { AntifraudResult } from '../../contract/card/antifraud.ts';
import type { ProfileDevice } from '../../sdk/card-flow/profile-device.ts';
import { withDevice } from '../../sdk/card-flow/profile-device.ts';

/**
 * Between the card frame and the hosted frame of one page, which have one origin: the card's
 * document may hold no other, so the hosted frame has the script run. Whoever comes second is told
 * by the other. The page has another origin and hears nothing. Decision: a second tab of the same
 * shop may hear it too, and has the script see the same device.
 */
type Told = { ask: true } | { session: string } | { seen: string };

const CHANNEL = 'antifraud-device';

function openDevices(view: Window & typeof globalThis): BroadcastChannel {
  return new view.BroadcastChannel(CHANNEL);
}

/** The card frame's end: the same session, once its device was seen or the time is over. */
export function shareSession(
  view: Window & typeof globalThis,
  session: Promise<AntifraudResult>,
  deadlineMs: number,
): Promise<AntifraudResult> {
  const profile: ProfileDevice = (sessionId) => {
    const devices = openDevices(view);
    const tell = () => devices.postMessage({ session: sessionId } satisfies Told);
    return new Promise<void>((resolve) => {
      devices.onmessage = ({ data }: MessageEvent<Told>) => {
        if ('ask' in data) tell();
        if (!('seen' in data) || data.seen !== sessionId) return;
        devices.close();
        resolve();
      };
      tell();
    });
  };
  return withDevice(session, profile, deadlineMs);
}

/** The hosted frame's end: has each session's device seen, once, and says so. */
export function serveSessions(view: Window & typeof globalThis, profile: ProfileDevice): void {
  const devices = openDevices(view);
  let known = '';
  devices.onmessage = async ({ data }: MessageEvent<Told>) => {
    if (!('session' in data) || data.session === known) return;
    known = data.session;
    await profile(data.session);
    devices.postMessage({ seen: data.session } satisfies Told);
  };
  devices.postMessage({ ask: true } satisfies Told);
}
