import type { CheckoutConfig } from '../../contract/checkout-config.ts';
import type { openFrame } from '../frame/frame-connection.ts';
import type { ClientSettings } from '../shared/client-settings.ts';

/** What the flows take from the script they were loaded by, so that nothing is in the page twice. */
export type FlowContext = {
  settings: ClientSettings;
  openFrame: typeof openFrame;
  sdkUrl: string | null;
  /** Aborts when the client is destroyed. */
  ending: AbortSignal;
};

/** What one flow may use. */
export type FlowTools = FlowContext & { getConfig: () => Promise<CheckoutConfig> };
