import type { AntifraudResult } from '../../contract/card/antifraud.ts';
import type { CardToken, CardTokenRequest } from '../../contract/card/card-token.ts';
import { CheckoutError, errorData } from '../../contract/errors/checkout-error.ts';
import type { CardSubmitResult } from '../../contract/frame/card-calls.ts';
import type { CheckoutConfig } from '../../contract/published-types.ts';
import type { CheckoutRequest } from './checkout-request.ts';
import { asCardError } from './wrong-card.ts';

/**
 * Antifraud and token, for the page's own flow and both frames. Until `authenticate`, where the
 * account wants 3-D Secure before the order, ends well the service lets nobody charge the token.
 */
export async function prepareCard(options: {
  request: CheckoutRequest;
  card: CardTokenRequest;
  config: CheckoutConfig;
  antifraud: Promise<AntifraudResult>;
  signal?: AbortSignal | undefined;
}): Promise<CardSubmitResult> {
  const { card, config, request, signal } = options;
  assertCardsAccepted(config);
  const antifraud = await options.antifraud;
  const made = await tokenize({ request, card, signal }).catch((thrown) => {
    throw asCardError(thrown);
  });
  const { token, brand, last4, installmentPlan } = made;
  const { installments } = card;
  return {
    token,
    brand,
    last4,
    installments,
    ...(installmentPlan && { installmentPlan }),
    antifraud,
  };
}

/** An account that cannot take cards is told so before the card is sent anywhere. */
export function assertCardsAccepted(config: CheckoutConfig): void {
  const details = { phase: 'config' };
  if (!config.canTransact) {
    const code = config.reason ?? 'FORBIDDEN';
    throw new CheckoutError(errorData(code, 'this account cannot create charges now', details));
  }
  if (!config.paymentMethods.includes('credit_card')) {
    const message = 'card payments are not enabled for this account';
    throw new CheckoutError(errorData('METHOD_NOT_ENABLED', message, details));
  }
}

export const TOKEN_DEADLINE_MS = 15_000;

/** Turns a card into a single-use token. Nothing is charged and no issuer is asked. */
function tokenize(options: {
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
