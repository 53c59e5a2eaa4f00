import type { CheckoutConfig } from '../../contract/published-types.ts';
import type { openFrame } from '../frame/frame-connection.ts';
import type { resumePayment, runPayment } from '../payment-element/run-payment.ts';
import type { mountPixElement } from '../pix/mount-pix-element.ts';
import type { ClientSettings } from '../shared/client-settings.ts';

/** What each chunk of the script-tag build exports, by its name. */
export type Chunks = {
  'checkout-sdk-pix.js': { mountPixElement: typeof mountPixElement };
  'checkout-sdk-payment.js': { runPayment: typeof runPayment; resumePayment: typeof resumePayment };
};

/** What the flows take from the script that loaded them: nothing is in the page twice. */
export type FlowContext = {
  settings: ClientSettings;
  openFrame: typeof openFrame;
  /** Of the script itself; empty: the chunks are the service's; null: nothing was loaded by one. */
  sdkUrl: string | null;
  /** A loader of a chunk; its hash is of the script-tag build's. */
  loadChunk: <Name extends keyof Chunks>(
    name: Name,
    integrity: string,
  ) => (settings: ClientSettings) => Promise<Chunks[Name]>;
  /** Aborts when the client is destroyed. */
  ending: AbortSignal;
};

export type FlowTools = FlowContext & { getConfig: () => Promise<CheckoutConfig> };
