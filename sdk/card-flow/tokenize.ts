import type { CardToken, CardTokenRequest } from '../../contract/card/card-token.ts';
import type { CheckoutRequest } from './checkout-request.ts';

export const TOKEN_DEADLINE_MS = 15_000;

/** Turns a card into a single-use token. Nothing is charged and no issuer is asked. */
export function tokenize(options: {
  request: CheckoutRequest;
  card: CardTokenRequest;
  signal?: AbortSignal | undefined;
}): Promise<CardToken> {
  return options.request<CardToken>({
    method: 'POST',
    path: 'tokens',
    body: options.card,
    deadlineMs: TOKEN_DEADLINE_MS,
    phase: 'token',
    signal: options.signal,
  });
}
