import { BroadcastChannel } from 'node:worker_threads';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { deferred } from '../../contract/deferred.cases.ts';
import { serveSessions, shareSession } from './device-channel.ts';

const SESSION = { skipped: false, sessionId: 'session-1' } as const;
const NEVER_MS = 2 ** 31 - 1;

let opened: BroadcastChannel[];
let view: Window & typeof globalThis;

beforeEach(() => {
  opened = [];
  class Channel extends BroadcastChannel {
    constructor(name: string) {
      super(name);
      opened.push(this);
      onTestFinished(() => this.close());
    }
  }
  view = { BroadcastChannel: Channel } as unknown as Window & typeof globalThis;
});

afterEach(() => {
  vi.useRealTimers();
});

/** A third end: what is said between the frames, and a way to speak as one of them. */
function listen() {
  const said: unknown[] = [];
  const channel = new view.BroadcastChannel('antifraud-device');
  channel.onmessage = ({ data }) => said.push(data);
  return { said, say: (told: object) => channel.postMessage(told) };
}

it('has the device seen when the hosted frame was there first', async () => {
  const profile = vi.fn(() => Promise.resolve());
  serveSessions(view, profile);
  await expect(shareSession(view, Promise.resolve(SESSION), NEVER_MS)).resolves.toEqual(SESSION);
  expect(profile.mock.calls).toEqual([['session-1']]);
});

it('has the device seen when the card frame was there first', async () => {
  const profile = vi.fn(() => Promise.resolve());
  const { said } = listen();
  const shared = shareSession(view, Promise.resolve(SESSION), NEVER_MS);
  await vi.waitUntil(() => said.length > 0);
  serveSessions(view, profile);
  await expect(shared).resolves.toEqual(SESSION);
  expect(profile.mock.calls).toEqual([['session-1']]);
});

it('runs the script once, however often the session is told', async () => {
  const { promise: seen, resolve: end } = deferred();
  const profile = vi.fn(() => seen);
  const { said, say } = listen();
  serveSessions(view, profile);
  for (let told = 0; told < 3; told += 1) say({ session: 'session-1' });
  await vi.waitUntil(() => profile.mock.calls.length > 0);
  end();
  say({ session: 'session-2' });
  await vi.waitUntil(() => said.some((told) => (told as { seen?: string }).seen === 'session-2'));
  expect(profile.mock.calls).toEqual([['session-1'], ['session-2']]);
});

it('is not released by the device of another session', async () => {
  const { said, say } = listen();
  const shared = shareSession(view, Promise.resolve(SESSION), NEVER_MS);
  let ended = false;
  shared.then(() => {
    ended = true;
  });
  await vi.waitUntil(() => said.length > 0);
  say({ seen: 'session-2' });
  say({ ask: true });
  // The answer to the question comes after what was said before it.
  await vi.waitUntil(() => said.length > 1);
  expect(ended).toBe(false);
  say({ seen: 'session-1' });
  await shared;
});

it('says nothing of a session that there is not', async () => {
  const { said, say } = listen();
  const none = { skipped: true, sessionId: null } as const;
  await expect(shareSession(view, Promise.resolve(none), NEVER_MS)).resolves.toEqual(none);
  expect(opened).toHaveLength(1);
  const witness = listen();
  say({ ask: true });
  await vi.waitUntil(() => witness.said.length > 0);
  expect(said).toEqual([]);
});

it('gives the session without a hosted frame once the deadline is over', async () => {
  vi.useFakeTimers();
  const shared = shareSession(view, Promise.resolve(SESSION), 5_000);
  await vi.advanceTimersByTimeAsync(5_000);
  await expect(shared).resolves.toEqual(SESSION);
});
