import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deferred } from '../../contract/deferred.cases.ts';
import { withDevice } from './profile-device.ts';

const SESSION = { skipped: false, sessionId: 'session-1' } as const;
const DEADLINE_MS = 5_000;

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

/** Whether `promise` has ended, once everything that is due has run. */
async function hasEnded(promise: Promise<unknown>): Promise<boolean> {
  let ended = false;
  const end = () => {
    ended = true;
  };
  promise.then(end, end);
  await vi.advanceTimersByTimeAsync(0);
  return ended;
}

describe('a session and the device seen under it', () => {
  it('is given once the script has run', async () => {
    const { promise, resolve: end } = deferred();
    const profile = vi.fn(() => promise);
    const result = withDevice(Promise.resolve(SESSION), profile, DEADLINE_MS);

    expect(await hasEnded(result)).toBe(false);
    expect(profile.mock.calls).toEqual([['session-1']]);
    end();
    await expect(result).resolves.toEqual(SESSION);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is given as it is when the script failed', async () => {
    const profile = () => Promise.reject(new Error('blocked'));
    await expect(withDevice(Promise.resolve(SESSION), profile, DEADLINE_MS)).resolves.toEqual(
      SESSION,
    );
    expect(vi.getTimerCount()).toBe(0);
  });

  it('has no script run where there is none', async () => {
    const profile = vi.fn();
    const none = { skipped: true, sessionId: null } as const;
    await expect(withDevice(Promise.resolve(none), profile, DEADLINE_MS)).resolves.toEqual(none);
    expect(profile).not.toHaveBeenCalled();
  });

  it('waits for a script that hangs until the deadline, and not longer', async () => {
    const result = withDevice(Promise.resolve(SESSION), () => new Promise(() => {}), DEADLINE_MS);
    await vi.advanceTimersByTimeAsync(DEADLINE_MS - 1);
    expect(await hasEnded(result)).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await expect(result).resolves.toEqual(SESSION);
  });

  it('has one deadline for the session and the script', async () => {
    const { promise: session, resolve: open } = deferred<typeof SESSION>();
    const result = withDevice(session, () => new Promise(() => {}), DEADLINE_MS);
    await vi.advanceTimersByTimeAsync(DEADLINE_MS - 1);
    open(SESSION);
    expect(await hasEnded(result)).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await expect(result).resolves.toEqual(SESSION);
  });

  it('ends as the session does when that fails', async () => {
    const failed = new Error('no session');
    await expect(withDevice(Promise.reject(failed), vi.fn(), DEADLINE_MS)).rejects.toBe(failed);
    expect(vi.getTimerCount()).toBe(0);
  });
});
