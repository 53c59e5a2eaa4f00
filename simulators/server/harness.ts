import { createHash } from 'node:crypto';
import type { Authority } from '../certificates/authority.ts';
import { createAuthority } from '../certificates/authority.ts';

export type Harness = {
  clock: Clock;
  random: Random;
  authority: Authority;
  /** Authorities of those who receive notices, as PEM, beside those everybody trusts. */
  trusted?: readonly string[];
};

/** For a test: a clock that stands still, and the same ids every time. */
export function createTestHarness(): Harness & { clock: ManualClock } {
  return createHarness(createManualClock(Date.UTC(2026, 10, 23, 12)), 'parties');
}

export function createHarness<Time extends Clock>(clock: Time, seed: string) {
  const random = createRandom(seed);
  const authority = createAuthority('Authority of the simulated parties', clock.now, random.bytes);
  return { clock, random, authority };
}

export type Clock = { now: () => number; after: (ms: number) => Promise<void> };

type ManualClock = Clock & { advance: (ms: number) => void };

export function createManualClock(startAt: number): ManualClock {
  let time = startAt;
  let waiting: { at: number; resolve: () => void }[] = [];
  return {
    now: () => time,
    after: (ms) =>
      ms <= 0
        ? Promise.resolve()
        : new Promise((resolve) => waiting.push({ at: time + ms, resolve })),
    advance: (ms) => {
      time += ms;
      const due = waiting.filter(({ at }) => at <= time);
      waiting = waiting.filter(({ at }) => at > time);
      for (const { resolve } of due.sort((one, other) => one.at - other.at)) resolve();
    },
  };
}

/** The clock of this machine, for parties that somebody tries out by hand. */
export function createMachineClock(): Clock {
  return {
    now: () => Date.now(),
    // What a party still waits for keeps no program alive.
    after: (ms) => new Promise((resolve) => void setTimeout(resolve, ms).unref()),
  };
}

export function instant(epochMs: number): string {
  return new Date(epochMs).toISOString();
}

/** `2022-07-29 17:16:21` in Brazil, without its zone, which is three hours behind UTC. */
export function localTime(epochMs: number): string {
  return instant(epochMs - 3 * 60 * 60 * 1000)
    .slice(0, 19)
    .replace('T', ' ');
}

/** Where a party takes its ids from: the same seed gives the same ids. */
export type Random = {
  bytes: (count: number) => Buffer;
  hex: (length: number) => string;
  digits: (length: number) => string;
  letters: (length: number) => string;
  uuid: () => string;
};

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

export function createRandom(seed: string): Random {
  let count = 0;

  function bytes(wanted: number): Buffer {
    const blocks: Buffer[] = [];
    for (let length = 0; length < wanted; length += 32) {
      count += 1;
      blocks.push(createHash('sha256').update(`${seed}:${count}`).digest());
    }
    return Buffer.concat(blocks).subarray(0, wanted);
  }

  function drawn(alphabet: string, length: number): string {
    return [...bytes(length)].map((byte) => alphabet[byte % alphabet.length]).join('');
  }

  return {
    bytes,
    hex: (length) => bytes(length).toString('hex').slice(0, length),
    digits: (length) => drawn('0123456789', length),
    letters: (length) => drawn(LETTERS, length),
    uuid: () => {
      const hex = bytes(16).toString('hex');
      const parts = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`];
      return [...parts, `8${hex.slice(17, 20)}`, hex.slice(20)].join('-');
    },
  };
}

/** As the central bank has it: `E` a PIX, `D` its return; ISPB, minute in UTC, 11 alphanumerics. */
export function writePixId(
  start: `${'E' | 'D'}${string}`,
  { clock, random }: { clock: Clock; random: Random },
): string {
  const minute = new Date(clock.now()).toISOString().replace(/\D/g, '').slice(0, 12);
  return `${start}${minute}${random.letters(11)}`;
}
