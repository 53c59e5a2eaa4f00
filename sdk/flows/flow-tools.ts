import type { CheckoutConfig } from '../../contract/checkout-config.ts';
import type { openFrame } from '../frame/frame-connection.ts';
import type { mountPixElement } from '../pix/mount-pix-element.ts';
import type { ClientSettings } from '../shared/client-settings.ts';

/** What the chunk of the PIX element exports. */
export type PixChunk = { mountPixElement: typeof mountPixElement };

/**
 * What the flows take from the script they were loaded by, so that nothing is in the page twice.
 */
export type FlowContext = {
  settings: ClientSettings;
  openFrame: typeof openFrame;
  sdkUrl: string | null;
  /** A loader of the PIX element. Its name and hash are of the script-tag build's chunk. */
  loadChunk: (name: string, integrity: string) => () => Promise<PixChunk>;
  /** Aborts when the client is destroyed. */
  ending: AbortSignal;
};

/** What one flow may use. */
export type FlowTools = FlowContext & { getConfig: () => Promise<CheckoutConfig> };
