import type { CheckoutConfig } from '../contract/checkout-config.ts';
import type { CardSubmitResult } from '../contract/frame/card-calls.ts';
import { captureSignals, openAntifraudSession } from './card-flow/antifraud.ts';
import { type CardPaymentInput, toCardRequest } from './card-flow/card-input.ts';
import { createCheckoutRequest } from './card-flow/checkout-request.ts';
import { prepareCard } from './card-flow/prepare-card.ts';

/** Direct mode, loaded when it is first asked for: the card goes from the page to the service. */
export type DirectMode = {
  prepareDirect: (options: {
    apiBaseUrl: string;
    publicKey: string;
    config: CheckoutConfig;
    input: CardPaymentInput;
    signal?: AbortSignal | undefined;
  }) => Promise<CardSubmitResult>;
};

export const prepareDirect: DirectMode['prepareDirect'] = async (options) => {
  const { config, signal } = options;
  const card = toCardRequest(options.input);
  const request = createCheckoutRequest({
    fetch: window.fetch.bind(window),
    baseUrl: options.apiBaseUrl,
    publicKey: options.publicKey,
  });
  const antifraud = openAntifraudSession({
    request,
    enabled: config.capabilities.antifraud.enabled,
    signals: () => captureSignals(window),
    signal,
  });
  return prepareCard({ request, card, config, antifraud, signal });
};
