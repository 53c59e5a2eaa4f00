import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { manualTimers } from '../../sdk/card-flow/manual-timers.cases.ts';
import { lendCard, loanOf } from '../kept-card/lend-card.ts';
import { borrowCard } from './borrow-card.ts';

const CARD = {
  holderName: 'Maria da Silva',
  number: '4111111111111111',
  expirationMonth: '01',
  expirationYear: '2030',
};

/** Channels of one origin, which hear each other at once. */
class Channel {
  static open: Channel[] = [];
  static said: unknown[] = [];
  onmessage: ((event: { data: unknown }) => void) | null = null;
  readonly name: string;
  constructor(name: string) {
    this.name = name;
    Channel.open.push(this);
  }
  postMessage(data: unknown) {
    Channel.said.push(data);
    for (const other of [...Channel.open]) {
      if (other !== this && other.name === this.name) other.onmessage?.({ data });
    }
  }
  close() {
    Channel.open = Channel.open.filter((one) => one !== this);
  }
}

let clock: ReturnType<typeof manualTimers>;

beforeEach(() => {
  Channel.open = [];
  Channel.said = [];
  clock = manualTimers();
  vi.stubGlobal('BroadcastChannel', Channel);
});
afterEach(() => vi.unstubAllGlobals());

describe('the card of a token', () => {
  it('is lent to who asks for it by the token, and nobody listens any more then', async () => {
    const end = lendCard('tok_1', () => CARD);
    expect(await borrowCard('tok_1', clock.timers)).toEqual(CARD);
    expect(Channel.open).toHaveLength(1);
    end();
    expect(Channel.open).toEqual([]);
    expect(clock.delays()).toEqual([]);
  });

  it.each<[string, () => void]>([
    ['another card was asked for', () => void lendCard('tok_2', () => CARD)],
    ['it is kept no more', () => void lendCard('tok_1', () => null)],
    ['the loan has ended', () => lendCard('tok_1', () => CARD)()],
    ['nobody lends it', () => undefined],
  ])('is not lent where %s', async (_why, arrange) => {
    arrange();
    const borrowing = borrowCard('tok_1', clock.timers);
    clock.runOut(3_000);
    expect(await borrowing).toBeUndefined();
    expect(Channel.said).toEqual(['ask']);
  });

  it('is not taken for one where it is none, nor with more than a card has', async () => {
    const other = new Channel(loanOf('tok_1'));
    const borrowing = borrowCard('tok_1', clock.timers);
    other.postMessage({ ...CARD, number: '1' });
    other.postMessage('card');
    other.postMessage({ ...CARD, cvv: '123' });
    expect(await borrowing).toEqual(CARD);
  });

  it('is given to nobody who says anything else', () => {
    lendCard('tok_1', () => CARD);
    const other = new Channel(loanOf('tok_1'));
    for (const said of ['give', { ask: true }, null, 7]) other.postMessage(said);
    expect(Channel.said).toEqual(['give', { ask: true }, null, 7]);
  });

  it('is nowhere in a browser that keeps frames from speaking to each other', async () => {
    vi.stubGlobal(
      'BroadcastChannel',
      class {
        constructor() {
          throw new DOMException('no', 'SecurityError');
        }
      },
    );
    lendCard('tok_1', () => CARD)();
    expect(await borrowCard('tok_1', clock.timers)).toBeUndefined();
  });
});
