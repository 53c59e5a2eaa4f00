import {
  ANTIFRAUD_DEADLINE_MS,
  captureSignals,
  openAntifraudSession,
} from '../card-flow/antifraud.ts';
import { watchRequest } from '../card-flow/blocked-request.ts';
import { toCardRequest } from '../card-flow/card-input.ts';
import { createCheckoutRequest } from '../card-flow/checkout-request.ts';
import { eitherSignal } from '../card-flow/either-signal.ts';
import { prepareCard } from '../card-flow/prepare-card.ts';
import type { ProfileDevice } from '../card-flow/profile-device.ts';
import { withDevice } from '../card-flow/profile-device.ts';
import type { PreparedCard, PrepareInput } from '../payment/prepared-card.ts';
import { toPreparedCard } from '../payment/prepared-card.ts';
import { authenticateInPage } from './authenticate-in-page.ts';
import type { FlowTools } from './flow-tools.ts';

/** `prepareCardPayment`: the card goes from the merchant's page to the service. */
export async function prepareDirect(
  tools: FlowTools,
  given: PrepareInput,
  profile: ProfileDevice,
): Promise<PreparedCard> {
  // A page without types may give nothing at all: what is missing is told by its name.
  const { signal, ...input } = { ...given };
  const either = eitherSignal(signal, tools.ending);
  try {
    return await prepare(tools, input, { profile, signal: either.signal });
  } finally {
    either.release();
  }
}

async function prepare(
  tools: FlowTools,
  input: Omit<PrepareInput, 'signal'>,
  { profile, signal }: { profile: ProfileDevice; signal: AbortSignal },
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
  const { antifraud: capability } = config.capabilities;
  const session = openAntifraudSession({
    request,
    enabled: capability.enabled,
    signals: () => captureSignals(window),
    signal,
  });
  // The script sees the device from a document of its own, never from the page.
  const antifraud = capability.device
    ? withDevice(session, profile, ANTIFRAUD_DEADLINE_MS)
    : session;
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
