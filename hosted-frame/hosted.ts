import * as z from 'zod/mini';
import {
  type HostedCalls,
  type HostedEvent,
  hostedPrepareSchema,
} from '../contract/frame/hosted-calls.ts';
import { captureSignals, openAntifraudSession } from '../sdk/card-flow/antifraud.ts';
import { type CardPaymentInput, toCardRequest } from '../sdk/card-flow/card-input.ts';
import { createCheckoutRequest } from '../sdk/card-flow/checkout-request.ts';
import { prepareCard } from '../sdk/card-flow/prepare-card.ts';
import { parseArgument, startFrameSession } from './frame-session.ts';
import { type FrameSettings, readFrameSettings } from './frame-settings.ts';

const settings = readFrameSettings(window);
if (settings !== null) startHosted(settings);

/** The hidden mode: the page hands the card over the channel, the frame does the rest. */
function startHosted({ publicKey, nonce, config }: FrameSettings): void {
  const request = createCheckoutRequest({ fetch: fetch.bind(window), baseUrl: '', publicKey });
  let running: AbortController | null = null;

  startFrameSession<Pick<HostedCalls, 'prepare' | 'cancel'>, HostedEvent>({
    view: window,
    config,
    nonce,
    bye: { type: 'bye' },
    flooded: { type: 'flooded' },
    onConnect: () => undefined,
    onClose: () => running?.abort(),
    handlers: {
      prepare: async (argument) => {
        const input = parseArgument(z.looseObject({}), argument);
        const card = parseArgument(hostedPrepareSchema, toCardRequest(input as CardPaymentInput));
        running?.abort();
        running = new AbortController();
        const { signal } = running;
        const antifraud = openAntifraudSession({
          request,
          enabled: config.capabilities.antifraud.enabled,
          signals: () => captureSignals(window),
          signal,
        });
        const prepared = await prepareCard({ request, card, config, antifraud, signal });
        return { ...prepared, threeDS: null };
      },
      cancel: async () => {
        running?.abort();
        return null;
      },
    },
  });
}
