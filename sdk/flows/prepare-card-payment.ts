import { captureSignals, openAntifraudSession } from '../card-flow/antifraud.ts';
import { watchRequest } from '../card-flow/blocked-request.ts';
import { toCardRequest } from '../card-flow/card-input.ts';
import { createCheckoutRequest } from '../card-flow/checkout-request.ts';
import { eitherSignal } from '../card-flow/either-signal.ts';
import { prepareCard } from '../card-flow/prepare-card.ts';
import type { PreparedCard, PrepareInput } from '../payment/prepared-card.ts';
import { toPreparedCard } from '../payment/prepared-card.ts';
import { authenticateInPage } from './authenticate-in-page.ts';
import type { FlowTools } from './flow-tools.ts';

/** `prepareCardPayment`: the card goes from the merchant's page to the service. */
export async function prepareDirect(tools: FlowTools, given: PrepareInput): Promise<PreparedCard> {
  // A page without types may give nothing at all: what is missing is told by its name.
  const { signal, ...input } = { ...given };
  const either = eitherSignal(signal, tools.ending);
  try {
    return await prepare(tools, input, either.signal);
  } finally {
    either.release();
  }
}

async function prepare(
  tools: FlowTools,
  input: Omit<PrepareInput, 'signal'>,
  signal: AbortSignal,
): Promise<PreparedCard> {
  const { settings, getConfig } = tools;
  const card = toCardRequest(input, new Date());
  const config = await getConfig();
  const request = createCheckoutRequest({
    fetch: window.fetch.bind(window),
    baseUrl: settings.apiBaseUrl,
    publicKey: settings.publicKey,
    watch: watchRequest,
  });
  const antifraud = openAntifraudSession({
    request,
    enabled: config.capabilities.antifraud.enabled,
    signals: () => captureSignals(window),
    signal,
  });
  const result = await prepareCard({ request, card, config, antifraud, signal });
  const { threeDS } = config.capabilities;
  const isPreOrder = threeDS.enabled && threeDS.flow === 'pre-order';
  const { token } = result;
  const { customer } = input;
  const { cvv: _, ...withoutCvv } = card.card;
  return toPreparedCard(
    result,
    isPreOrder
      ? await authenticateInPage(tools, { token }, { signal, card: withoutCvv, customer })
      : null,
  );
}
