import type { PageClock } from './page-clock.ts';
import type { Order } from './shop-api.ts';

/** The part of an `EventSource` that is used here. */
export type OrderStream = {
  readonly readyState: number;
  addEventListener(type: 'order' | 'error', listener: (event: Event) => void): void;
  close(): void;
};

const CLOSED = 2;

/** How often the shop is asked while it does not stream. */
const ASK_EVERY_MS = 3_000;
/** How often it is asked beside the stream, for an event that never came. */
const DOUBT_EVERY_MS = 20_000;

/**
 * Reports every change of an order until the returned function is called. The shop's back end
 * streams what it hears by webhook. A broken stream connects again by itself and starts with the
 * order as it is; where streaming is refused for good, the shop is asked at intervals instead.
 */
export function followOrder(options: {
  openStream(): OrderStream;
  find(): Promise<Order>;
  clock: PageClock;
  onOrder(order: Order): void;
}): () => void {
  const { clock } = options;
  let isOver = false;
  const tell = (order: Order) => {
    if (!isOver) options.onOrder(order);
  };
  // A question without an answer is repeated at the next interval.
  const ask = () => void options.find().then(tell, () => undefined);

  const stream = options.openStream();
  let asked = clock.every(DOUBT_EVERY_MS, ask);
  stream.addEventListener('order', (event) => {
    if (event instanceof MessageEvent) tell(JSON.parse(String(event.data)));
  });
  stream.addEventListener('error', () => {
    if (stream.readyState !== CLOSED || isOver) return;
    asked();
    asked = clock.every(ASK_EVERY_MS, ask);
  });
  return () => {
    isOver = true;
    stream.close();
    asked();
  };
}
