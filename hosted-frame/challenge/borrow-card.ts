import type { CardWithoutCvv } from '../../contract/card/card.ts';
import type { Timers } from '../../contract/frame/timers.ts';
import { readCardWithoutCvv } from '../../sdk/card-flow/card-without-cvv.ts';
import { loanOf } from '../kept-card/lend-card.ts';

/** Another document of this browser answers at once, or is not there. */
const ANSWER_MS = 3_000;

/** Undefined where none is kept, or where browser or page keep the two documents apart. */
export function borrowCard(token: string, timers: Timers): Promise<CardWithoutCvv | undefined> {
  return new Promise((resolve) => {
    let channel: BroadcastChannel;
    try {
      channel = new BroadcastChannel(loanOf(token));
    } catch {
      return resolve(undefined);
    }
    const end = (card?: CardWithoutCvv) => {
      timers.clear(timer);
      channel.close();
      resolve(card);
    };
    const timer = timers.set(end, ANSWER_MS);
    channel.onmessage = ({ data }) => {
      const card = readCardWithoutCvv(data);
      if (card !== null) end(card);
    };
    channel.postMessage('ask');
  });
}
