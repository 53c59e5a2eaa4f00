import { beforeEach, expect, it } from 'vitest';
import { followOrder } from './follow-order.ts';
import type { Order } from './shop-api.ts';

function orderWith(status: string): Order {
  return {
    referenceId: 'ipe-1',
    amount: 100,
    items: [],
    status,
    payinId: 'pay_1',
    paymentMethod: 'PIX',
    instructions: null,
    history: [],
  };
}

let told: string[];
let timers: { ms: number; act: () => void }[];
let stream: EventTarget & { readyState: number; isClosed: boolean };
let answers: (string | null)[];
let stop: () => void;

beforeEach(() => {
  told = [];
  timers = [];
  answers = [];
  stream = Object.assign(new EventTarget(), { readyState: 1, isClosed: false });
  stop = followOrder({
    openStream: () =>
      Object.assign(stream, { close: () => Object.assign(stream, { isClosed: true }) }),
    find: async () => {
      const status = answers.shift() ?? null;
      if (status === null) throw new Error('nobody answers');
      return orderWith(status);
    },
    clock: {
      after: () => {},
      every: (ms, act) => {
        const timer = { ms, act };
        timers.push(timer);
        return () => {
          timers = timers.filter((other) => other !== timer);
        };
      },
    },
    onOrder: ({ status }) => told.push(status),
  });
});

function send(status: string) {
  return stream.dispatchEvent(
    new MessageEvent('order', { data: JSON.stringify(orderWith(status)) }),
  );
}
function breakOff(readyState: number) {
  stream.readyState = readyState;
  stream.dispatchEvent(new Event('error'));
}
async function passPause() {
  for (const { act } of timers) act();
  await new Promise((resolve) => setImmediate(resolve));
}

it('tells what the stream says', () => {
  send('PENDING');
  send('APPROVED');
  expect(told).toEqual(['PENDING', 'APPROVED']);
});

it('leaves a broken stream to the browser, which connects again', () => {
  breakOff(0);
  expect(timers.map(({ ms }) => ms)).toEqual([20_000]);
  send('APPROVED');
  expect(told).toEqual(['APPROVED']);
});

it('asks every three seconds in place of a stream that is refused for good', async () => {
  answers = [null, 'PENDING', 'APPROVED'];
  breakOff(2);
  expect(timers.map(({ ms }) => ms)).toEqual([3_000]);
  for (let round = 0; round < 3; round += 1) await passPause();
  expect(told).toEqual(['PENDING', 'APPROVED']);
});

it('asks now and then beside the stream, for an event that never came', async () => {
  answers = ['APPROVED'];
  await passPause();
  expect(told).toEqual(['APPROVED']);
});

it('tells nothing more once it is stopped, not even an answer on its way', async () => {
  answers = ['APPROVED'];
  timers[0]?.act();
  stop();
  send('APPROVED');
  await passPause();
  expect(told).toEqual([]);
  expect(stream.isClosed).toBe(true);
  expect(timers).toEqual([]);
});
