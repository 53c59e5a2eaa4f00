import { Hono } from 'hono';
import type { AppEnv } from '../http/app-env.ts';
import { publicKeyCors } from '../http/cors.ts';
import { answerBusy, answerError, answerNotFound } from '../http/error-handler.ts';
import { requestMetrics } from '../http/metrics.ts';
import { plainPath } from '../http/plain-path.ts';
import { requestLog } from '../http/request-log.ts';
import { requestTraces } from '../http/request-traces.ts';
import { securityHeaders } from '../http/security-headers.ts';
import { balanceRoute } from './balance/balance.ts';
import { boletoRoute } from './boleto/boleto.ts';
import { cardTokenRoutes } from './card-token/card-token.ts';
import { antifraudSessionRoute, checkoutConfigRoute } from './checkout/checkout-config.ts';
import { deviceDocumentRoute } from './checkout/device-document.ts';
import { frameDocumentRoutes, stageDocumentRoute } from './checkout/frame-document.ts';
import { sdkScriptRoutes } from './checkout/sdk-script.ts';
import type { AppDependencies } from './dependencies.ts';
import { payinRoutes } from './payin/payin.ts';
import { pageRoutes } from './payment-page/page-app.ts';
import { paymentPageRoutes } from './payment-page/payment-page.ts';
import { paymentReturnRoute } from './payment-return/payment-return.ts';
import { payoutRoutes } from './payout/payout.ts';
import { pixViewRoutes } from './pix-view/pix-view.ts';
import { providerNoticeRoutes } from './provider-notices/provider-notices.ts';
import { apiDocumentRoutes } from './reference/api-document.ts';
import { refundRoutes } from './refund/refund.ts';
import { refusedCalls } from './refused-calls.ts';
import {
  sandboxClockRoute,
  sandboxPayinRoutes,
  sandboxPayoutRoutes,
} from './sandbox/sandbox-calls.ts';
import { sandboxWebhookRoutes } from './sandbox/sandbox-webhooks.ts';
import { savedCardFrameRoutes, savedCardRoutes } from './saved-card/saved-card.ts';
import { healthRoute, securityContactRoute, statusRoute, whoamiRoute } from './status/status.ts';
import { threeDSRoutes } from './three-d-secure/three-d-secure.ts';

/** The application at base_url: the API, and the calls under `/checkout` with CORS. */
export function createBaseApp(
  services: AppDependencies,
  { ownUrl, version }: { ownUrl: string; version: string },
): Hono<AppEnv> {
  const app = createApp(services, ownUrl, [publicKeyCors]);
  healthRoute(app, services.health);
  statusRoute(app, services.serviceStatus);
  apiDocumentRoutes(app, { ...services, version });
  whoamiRoute(app, services);
  payinRoutes(app, services);
  refundRoutes(app, services);
  boletoRoute(app, services);
  paymentPageRoutes(app, services);
  payoutRoutes(app, services);
  balanceRoute(app, services);
  savedCardRoutes(app, services);
  providerNoticeRoutes(app, services);
  paymentReturnRoute(app, services);
  if (services.mode === 'sandbox') {
    sandboxClockRoute(app, services);
    sandboxPayinRoutes(app, services);
    sandboxPayoutRoutes(app, services);
    sandboxWebhookRoutes(app, services);
  }
  checkoutRoutes(app, services, { takesConsent: false });
  securityContactRoute(app, { ...services, ownUrl: () => services.addresses.baseUrl });
  if (services.web?.sdkScripts) sdkScriptRoutes(app, services.web.sdkScripts);
  return app;
}

/** The application at checkout_url: the frame's documents, and the calls the frame makes. */
export function createCheckoutApp(services: AppDependencies, ownUrl: string): Hono<AppEnv> {
  const app = createApp(services, ownUrl, []);
  checkoutRoutes(app, services, { takesConsent: true });
  savedCardFrameRoutes(app, services);
  const ownAddress = () => services.addresses.checkoutUrl;
  securityContactRoute(app, { ...services, ownUrl: ownAddress });
  if (services.web) frameDocumentRoutes(app, services.web.frame);
  return app;
}

/** The application where parties show their certificate: notices, and nothing else. */
export function createNoticesApp(services: AppDependencies, ownUrl: string): Hono<AppEnv> {
  const app = createApp(services, ownUrl, []);
  providerNoticeRoutes(app, services);
  return app;
}

/** The application at the 3DS stage's origin: nothing here may know more than a provider's script. */
export function createStageApp(services: AppDependencies, ownUrl: string): Hono<AppEnv> {
  const app = createApp(services, ownUrl, []);
  if (services.web) stageDocumentRoute(app, services.web.frame);
  deviceDocumentRoute(app, services);
  return app;
}

/** The application at PAYMENT_PAGE_URL: pages that buyers pay at. */
export function createPageApp(services: AppDependencies, ownUrl: string): Hono<AppEnv> {
  const app = createApp(services, ownUrl, []);
  pageRoutes(app, services);
  return app;
}

function checkoutRoutes(
  app: Hono<AppEnv>,
  services: AppDependencies,
  consent: { takesConsent: boolean },
): void {
  checkoutConfigRoute(app, services);
  antifraudSessionRoute(app, services);
  cardTokenRoutes(app, services, consent);
  threeDSRoutes(app, services);
  pixViewRoutes(app, services);
}

function createApp(
  services: AppDependencies,
  ownUrl: string,
  more: (typeof publicKeyCors)[],
): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.use(
    requestLog(services.log),
    requestMetrics(services.metrics),
    requestTraces(services.traces),
    refusedCalls(services.refusedCallLog, services.now),
    securityHeaders(ownUrl),
    ...more,
    answerBusy,
    plainPath,
  );
  app.onError(answerError);
  app.notFound(answerNotFound);
  return app;
}
