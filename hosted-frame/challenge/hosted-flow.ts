import type { CardWithoutCvv } from '../../contract/card/card.ts';
import { CheckoutError, errorData } from '../../contract/errors/checkout-error.ts';
import type {
  AuthenticationOutcome,
  HostedAuthenticate,
  HostedPrepareResult,
  Viewport,
} from '../../contract/frame/hosted-calls.ts';
import { isViewport } from '../../contract/frame/hosted-calls.ts';
import type { Timers } from '../../contract/frame/timers.ts';
import type { CheckoutConfig } from '../../contract/published-types.ts';
import {
  ANTIFRAUD_DEADLINE_MS,
  captureSignals,
  openAntifraudSession,
} from '../../sdk/card-flow/antifraud.ts';
import type { AuthenticationRun } from '../../sdk/card-flow/authenticate.ts';
import { authenticate } from '../../sdk/card-flow/authenticate.ts';
import type { CardPaymentInput } from '../../sdk/card-flow/card-input.ts';
import { toCardRequest } from '../../sdk/card-flow/card-input.ts';
import type { CheckoutRequest } from '../../sdk/card-flow/checkout-request.ts';
import { prepareCard } from '../../sdk/card-flow/prepare-card.ts';
import type { ProfileDevice } from '../../sdk/card-flow/profile-device.ts';
import { withDevice } from '../../sdk/card-flow/profile-device.ts';
import { borrowCard } from './borrow-card.ts';

/** `cardOf`: asked only where it is needed. */
type Given = {
  viewport: Viewport;
  customer: unknown;
  cardOf: () => Promise<CardWithoutCvv | undefined>;
};

type FlowOptions = {
  view: Window;
  request: CheckoutRequest;
  config: CheckoutConfig;
  timers: Timers;
  now: () => Date;
  runFor: (viewport: Viewport, cardOf: Given['cardOf']) => AuthenticationRun;
  profile: ProfileDevice;
};

/**
 * A newer preparation ends an older one, but nothing ends an authentication but the buyer, the
 * page's own `cancel`, or its time: ending one may cost the sale.
 */
export function createHostedFlow(options: FlowOptions) {
  const { view, request, config, timers, now, runFor, profile } = options;
  const { threeDS } = config.capabilities;
  const needsCard = threeDS.enabled && threeDS.needsCard === true;
  let running: AbortController | null = null;
  let isAuthenticating = false;
  let isLeaving = false;

  function begin(): AbortController {
    if (isAuthenticating) {
      const message = 'an authentication is still running: one challenge at a time';
      throw new CheckoutError(errorData('CALL_NOT_ALLOWED', message, { phase: 'challenge' }));
    }
    running?.abort();
    isLeaving = false;
    running = new AbortController();
    return running;
  }

  async function runAuthentication(
    subject: { token: string } | { pending: { [member: string]: unknown } },
    { viewport, customer, cardOf }: Given,
    { signal }: AbortController,
  ): Promise<AuthenticationOutcome> {
    isAuthenticating = true;
    try {
      const run = runFor(viewport, async () => (needsCard ? cardOf() : undefined));
      return await authenticate({
        request,
        subject,
        config,
        customer,
        run,
        timers,
        signal,
        isLeaving: () => isLeaving,
      });
    } finally {
      isAuthenticating = false;
    }
  }

  return {
    async prepare(argument: object): Promise<HostedPrepareResult> {
      const card = toCardRequest(argument as CardPaymentInput, now());
      const asked = argument as { viewport?: unknown; customer?: unknown };
      const viewport = isViewport(asked.viewport) ? asked.viewport : view.screen;
      const controller = begin();
      const { signal } = controller;
      const { antifraud: capability } = config.capabilities;
      const session = openAntifraudSession({
        request,
        enabled: capability.enabled,
        signals: () => captureSignals(view),
        signal,
      });
      const antifraud = capability.device
        ? withDevice(session, profile, ANTIFRAUD_DEADLINE_MS)
        : session;
      const prepared = await prepareCard({ request, card, config, antifraud, signal });
      if (!threeDS.enabled || threeDS.flow !== 'pre-order') return { ...prepared, threeDS: null };
      // Without its authentication the token is worth nothing (spec, SDK rule 5).
      const { token } = prepared;
      const { cvv: _, ...rest } = card.card;
      const given = { viewport, customer: asked.customer, cardOf: async () => rest };
      return { ...prepared, threeDS: await runAuthentication({ token }, given, controller) };
    },

    async authenticate(argument: HostedAuthenticate): Promise<AuthenticationOutcome> {
      const { token, pending, viewport, customer } = argument;
      if ((token === undefined) === (pending === undefined)) {
        throw new CheckoutError(
          errorData('INVALID_ARGUMENT', 'takes either a token or a pending payin'),
        );
      }
      const subject = token === undefined ? { pending: { ...pending } } : { token };
      const cardOf = async () => (token === undefined ? undefined : borrowCard(token, timers));
      return runAuthentication(subject, { viewport, customer, cardOf }, begin());
    },

    /** Ends what runs; an authentication is reported as cancelled. */
    cancel() {
      running?.abort();
    },

    /** Ends what runs without a word to the service: the page may come back and take it up. */
    leave() {
      isLeaving = true;
      running?.abort();
    },
  };
}
