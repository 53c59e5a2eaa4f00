import type { CardWithoutCvv } from '../../contract/card/card.ts';
import type { AuthenticationOutcome } from '../../contract/frame/hosted-calls.ts';
import { systemTimers } from '../../contract/frame/timers.ts';
import type { CheckoutConfig } from '../../contract/published-types.ts';
import type { Authentication } from '../card-flow/authenticate.ts';
import { authenticate } from '../card-flow/authenticate.ts';
import { watchRequest } from '../card-flow/blocked-request.ts';
import { windowSizeFor } from '../card-flow/challenge-window-size.ts';
import { createCheckoutRequest } from '../card-flow/checkout-request.ts';
import { eitherSignal } from '../card-flow/either-signal.ts';
import { findThreeDSDriver } from '../card-flow/three-d-secure-drivers.ts';
import { runThreeDS } from '../card-flow/three-d-secure-run.ts';
import { trustedScriptUrl } from '../script/trusted-script-url.ts';
import type { FlowTools } from './flow-tools.ts';
import { createPageChallenge } from './page-challenge.ts';

/** What the page itself has of the payment. `card`: never its CVV. */
export type PageGiven = {
  signal?: AbortSignal | undefined;
  card?: CardWithoutCvv;
  customer?: unknown;
};

/** Direct mode: in the merchant's page. The script comes only from where the service names it. */
export async function authenticateInPage(
  { settings, getConfig, ending }: FlowTools,
  subject: Authentication['subject'],
  { signal, card, customer }: PageGiven = {},
): Promise<AuthenticationOutcome> {
  const config = await getConfig();
  const either = eitherSignal(signal, ending);
  let isCancelled = false;
  const challenge = createPageChallenge(document, settings.locale, () => {
    isCancelled = true;
    stopRun();
  });
  let stopRun = () => {};
  try {
    return await authenticate({
      request: createCheckoutRequest({
        fetch: window.fetch.bind(window),
        baseUrl: settings.apiBaseUrl,
        publicKey: settings.publicKey,
        watch: watchRequest,
      }),
      subject,
      config,
      customer,
      timers: systemTimers,
      signal: either.signal,
      async run({ pending, payer, remainingMs, signal: runSignal, proceed }) {
        challenge.setRemaining(remainingMs);
        const drawsOverAll = findThreeDSDriver(pending.threeDSecureProvider).drawsOverAll === true;
        const run = new AbortController();
        stopRun = () => run.abort();
        runSignal.addEventListener('abort', stopRun);
        try {
          return await runThreeDS({
            view: window,
            provider: pending.threeDSecureProvider,
            session: pending.threeDSecureSession,
            transactionId: pending.threeDSecureTransactionId,
            script: {
              url: pending.threeDSecureSdkUrl,
              expectedUrl: expectedUrlOf(config),
              toScriptUrl: trustedScriptUrl,
            },
            providerHosts: providerHostsOf(config),
            windowSize: windowSizeFor({ width: window.innerWidth, height: window.innerHeight }),
            locale: settings.locale,
            methodContainer: challenge.methodContainer,
            challengeContainer: challenge.challengeContainer,
            onChallenge: drawsOverAll ? () => undefined : challenge.show,
            onChallengeEnd: challenge.hide,
            timers: systemTimers,
            signal: run.signal,
            proceed,
            ...(needsCard(config) ? { card, payer } : {}),
          });
        } catch (thrown) {
          if (isCancelled) return { outcome: 'cancelled' };
          throw thrown;
        }
      },
    });
  } finally {
    either.release();
    challenge.remove();
  }
}

function needsCard({ capabilities: { threeDS } }: CheckoutConfig): boolean {
  return threeDS.enabled && threeDS.needsCard === true;
}

function expectedUrlOf({ capabilities: { threeDS } }: CheckoutConfig): string {
  return threeDS.enabled ? threeDS.sdkUrl : '';
}

function providerHostsOf({ capabilities: { threeDS } }: CheckoutConfig): string[] {
  if (!threeDS.enabled) return [];
  const { script, connect, frame } = threeDS.hosts;
  return [...script, ...connect, ...frame];
}
