import type { CardWithoutCvv } from '../../contract/card/card.ts';

/**
 * Lends the card of a token to the hosted document, for a 3-D Secure script that is given it. Both
 * documents have one origin and stand in one page: what they say by a `BroadcastChannel` no page
 * hears, and no document of another origin or of another site. Returns the function that ends it.
 */
export function lendCard(token: string, card: () => CardWithoutCvv | null): () => void {
  let channel: BroadcastChannel;
  try {
    channel = new BroadcastChannel(loanOf(token));
  } catch {
    // A browser that keeps frames from their storage: whoever asks gets no answer.
    return () => {};
  }
  channel.onmessage = ({ data }) => {
    const lent = data === 'ask' ? card() : null;
    if (lent !== null) channel.postMessage(lent);
  };
  return () => channel.close();
}

/** The name of the channel; a token is of one card, one order and one payment. */
export function loanOf(token: string): string {
  return `card-of-${token}`;
}
