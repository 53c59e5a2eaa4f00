import { beforeEach, describe, expect, it, vi } from 'vitest';
import { deferred } from '../../contract/deferred.cases.ts';
import type { PixView } from '../../contract/payments/pix-view.ts';
import { manualTimers, settled } from '../../sdk/card-flow/manual-timers.cases.ts';
import type { WatchAnswer } from './watch-pix.ts';
import { watchPix } from './watch-pix.ts';

const WAITING: PixView = {
  status: 'PENDING',
  amount: 15_990,
  merchantName: 'Loja',
  qrcode: '000201',
  qr: null,
  expiresAt: '2030-01-01T00:30:00Z',
  remainingMs: 1_000_000,
};
type PixAnswer = WatchAnswer<PixView>;
const TROUBLE: PixAnswer = { retryAfterMs: 0 };

let visibility: DocumentVisibilityState;

beforeEach(() => {
  visibility = 'visible';
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
});

function become(state: DocumentVisibilityState) {
  visibility = state;
  document.dispatchEvent(new Event('visibilitychange'));
}

/** A watch whose questions get `answers` in turn, then "still waiting". */
function watch(answers: (PixAnswer | Promise<PixAnswer>)[] = []) {
  const { timers, delays, runOut } = manualTimers();
  const clock = { ms: 0 };
  const seen: string[] = [];
  const { hurry } = watchPix({
    document,
    timers,
    now: () => clock.ms,
    ask: async () => answers.shift() ?? { view: WAITING },
    onView: ({ status }) => seen.push(status),
    onTrouble: () => seen.push('trouble'),
  });
  /** Runs the one pause out, and gives how long it was. */
  const next = async () => {
    const [pause = 0] = delays();
    runOut(pause);
    await settled();
    return Math.round(pause);
  };
  return { clock, delays, hurry, next, seen };
}

describe('a watch over a payin', () => {
  it('asks after 3 s, then ever less often, at last every 15 s', async () => {
    const { next } = watch();
    const pauses = [];
    for (let nth = 0; nth < 20; nth += 1) pauses.push(await next());
    expect(pauses.slice(0, 4)).toEqual([3_000, 3_300, 3_630, 3_993]);
    expect(pauses.at(-1)).toBe(15_000);
    expect(pauses.reduce((sum, pause) => sum + pause)).toBeGreaterThan(150_000);
  });

  it.each(['APPROVED', 'EXPIRED', 'CANCELED', 'REFUNDED'] as const)(
    'stops at %s, and does not start again for somebody who comes back',
    async (status) => {
      const { delays, hurry, next, seen } = watch([{ view: { ...WAITING, status } }]);
      await next();
      hurry();
      become('visible');
      expect([seen, delays()]).toEqual([[status], []]);
    },
  );

  it('asks nothing while nobody looks, and at once when somebody does', async () => {
    const { delays, next } = watch();
    await next();
    become('hidden');
    expect(delays()).toEqual([]);
    become('visible');
    expect(delays()).toEqual([0]);
    await next();
    expect(await next()).toBe(3_300);
  });

  it('does not go on when an answer comes after the buyer left', async () => {
    const { promise: held, resolve: answer } = deferred<PixAnswer>();
    const { delays, next, seen } = watch([held]);
    await next();
    become('hidden');
    answer({ view: WAITING });
    await settled();
    expect([seen, delays()]).toEqual([['PENDING'], []]);
  });

  it('asks one question at a time', async () => {
    const { delays, hurry, next } = watch([new Promise(() => undefined)]);
    await next();
    hurry();
    become('visible');
    expect(delays()).toEqual([]);
  });

  it('waits twice as long after each failure, at most a minute, and goes on', async () => {
    const { next, seen } = watch(Array.from({ length: 7 }, () => TROUBLE));
    const pauses = [];
    for (let nth = 0; nth < 8; nth += 1) pauses.push(await next());
    expect(pauses).toEqual([3_000, 6_000, 12_000, 24_000, 48_000, 60_000, 60_000, 60_000]);
    expect(seen).toEqual([...Array.from({ length: 7 }, () => 'trouble'), 'PENDING']);
  });

  it('never asks before Retry-After is over, whatever happens, and calls it no trouble', async () => {
    const { clock, delays, hurry, next, seen } = watch([{ retryAfterMs: 40_000 }]);
    await next();
    expect(delays()).toEqual([40_000]);
    clock.ms = 10_000;
    hurry();
    expect(delays()).toEqual([30_000]);
    become('visible');
    expect(delays()).toEqual([30_000]);
    clock.ms = 50_000;
    hurry();
    expect(delays()).toEqual([3_000]);
    expect(seen).toEqual([]);
  });
});
